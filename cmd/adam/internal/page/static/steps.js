// Goes through the steps of a task, and through pictures.
export function steps() {
  const bar = document.getElementById('steps'), out = document.getElementById('stepat');
  if (!bar) return;
  const rows = () => [...document.getElementById('task').tBodies[0].rows];
  const asks = new URL(location.href).searchParams.get('step');
  let at = asks ? rows().findIndex((r) => r.cells[0].textContent === asks) : Infinity; // beyond the last: the task as far as it got
  function show() {
    const all = rows();
    all.forEach((r, i) => { r.classList.toggle('at', i === at); r.classList.toggle('later', i > at); });
    out.textContent = at < all.length ? `action ${at + 1} of ${all.length}` : `${all.length} actions`;
    all[at]?.scrollIntoView({ block: 'nearest' });
    look(all[Math.min(at, all.length - 1)]?.querySelector('a'));
  }
  // The picture and the map of the step, if some are kept.
  let asked = 0, shown = null;
  async function look(link) {
    const moment = document.getElementById('moment');
    if (!moment || !link || link.href === shown) return;
    const first = shown === null, n = ++asked;
    shown = link.href;
    if (first) return; // the server did
    const r = await fetch(link.href);
    if (!r.ok || n !== asked) return;
    const page = new DOMParser().parseFromString(await r.text(), 'text/html'); // runs nothing
    moment.replaceChildren(...document.adoptNode(page.getElementById('moment')).childNodes);
  }
  // All steps, one after the other, at a pace that people can follow.
  let playing = 0;
  const play = bar.querySelector('[data-step=play]');
  function stop() {
    clearInterval(playing);
    playing = 0;
    play.textContent = 'play';
  }
  play.addEventListener('click', () => {
    if (playing) { stop(); return; }
    if (at >= rows().length - 1) at = -1;
    play.textContent = 'pause';
    playing = setInterval(() => {
      at++;
      show();
      if (at >= rows().length - 1) stop();
    }, 700);
  });
  bar.addEventListener('click', (e) => {
    const by = { back: -1, on: 1 }[e.target.dataset.step], n = rows().length;
    if (!by) return;
    at = at >= n ? (by > 0 ? 0 : n - 1) : Math.max(0, at + by);
    if (at >= n) at = Infinity;
    show();
  });
  const title = () => document.getElementById('tasktitle').textContent;
  let was = title();
  document.addEventListener('renewed', () => {
    if (title() !== was) { was = title(); at = Infinity; } // another task began
    show();
  });
  show();
}

export function frames() {
  const slider = document.getElementById('frameat'), img = document.getElementById('frame');
  if (!slider || !img) return;
  const files = [...document.querySelectorAll('#files li')].map((x) => x.textContent), out = document.getElementById('framename');
  const session = document.querySelector('#frames select');
  session.addEventListener('change', () => document.getElementById('frames').requestSubmit());
  slider.addEventListener('input', () => {
    const name = files[Number(slider.value)];
    img.src = `/frame/${encodeURIComponent(session.value)}/${encodeURIComponent(name)}`;
    img.alt = `what the agent saw: ${name}`;
    out.textContent = name;
  });
}
