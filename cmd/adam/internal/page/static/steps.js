// Goes through the steps of a task, and through pictures.
export function steps() {
  const table = document.getElementById('task'), bar = document.getElementById('steps');
  if (!table || !bar) return;
  const rows = [...table.tBodies[0].rows], out = document.getElementById('stepat');
  const asks = new URL(location.href).searchParams.get('step');
  let at = asks ? rows.findIndex((r) => r.cells[0].textContent === asks) : rows.length;
  function show() {
    rows.forEach((r, i) => { r.classList.toggle('at', i === at); r.classList.toggle('later', i > at); });
    out.textContent = at < rows.length ? `action ${at + 1} of ${rows.length}` : `${rows.length} actions`;
    rows[at]?.scrollIntoView({ block: 'nearest' });
    look(rows[Math.min(at, rows.length - 1)]?.querySelector('a'));
  }
  // The picture and the map of the step, if some are kept.
  const moment = document.getElementById('moment');
  let asked = 0, shown = null;
  async function look(link) {
    if (!moment || !link || link.href === shown) return;
    const first = shown === null, n = ++asked;
    shown = link.href;
    if (first) return; // the server did
    const r = await fetch(link.href);
    if (!r.ok || n !== asked) return;
    const page = new DOMParser().parseFromString(await r.text(), 'text/html'); // runs nothing
    moment.replaceChildren(...document.adoptNode(page.getElementById('moment')).childNodes);
  }
  bar.addEventListener('click', (e) => {
    const by = { back: -1, on: 1 }[e.target.dataset.step];
    if (!by) return;
    at = at >= rows.length ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length, at + by));
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
