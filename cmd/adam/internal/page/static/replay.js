// Colours the tree as it was known at an entry of the ledger.
import { all } from './pan.js';

export function replay() {
  const slider = document.getElementById('slider');
  if (!slider) return;
  const out = document.getElementById('then'), play = document.getElementById('play');
  const rank = { '': 0, disputed: 1, reached: 2, proven: 3, certified: 4 };
  let moments = null, boxes = null, playing = false;
  async function load() {
    if (moments) return;
    moments = await (await fetch('/moments.json')).json();
    boxes = new Map();
    for (const { a } of all[0].boxes()) {
      if (a.dataset.kind === 'factor') boxes.set(a.dataset.name, a);
      // The title of a group lists what is in it.
      else for (const name of a.querySelector('title').textContent.split('\n')[1].split(', ')) boxes.set(name, a);
    }
  }
  function show() {
    if (!moments) return; // there is more since: they are asked for again
    const at = Number(slider.value), grade = new Map();
    let trials = 0, certified = 0;
    for (const [entry, n, factor, g] of moments) {
      if (entry > at) break;
      trials = n;
      // The best of the actions that give it; what is disputed shows until it is learned again.
      const was = grade.get(factor) ?? '';
      if (g === 'disputed' || was === 'disputed' || rank[g] >= rank[was]) grade.set(factor, g);
    }
    const state = new Map();
    for (const [factor, g] of grade) {
      if (g === 'certified') certified++;
      const a = boxes.get(factor);
      if (a && (!state.has(a) || rank[g] < rank[state.get(a)])) state.set(a, g); // a group is as its least
    }
    const { svg } = all[0], cursor = document.getElementById('cursor');
    svg.classList.toggle('replay', at < Number(slider.max)); // at the latest entry it is the tree of now
    for (const a of new Set(boxes.values())) {
      a.classList.toggle('unknown', !state.has(a));
      for (const g of ['reached', 'proven', 'certified', 'disputed']) a.classList.toggle(`was-${g}`, state.get(a) === g);
    }
    for (const g of svg.querySelectorAll('g.from')) g.classList.toggle('dim', !state.has(boxes.get(g.dataset.of)) && boxes.has(g.dataset.of));
    out.textContent = `entry ${at}: ${trials} trials, ${grade.size} factors, ${certified} certified`;
    const last = moments.length ? moments[moments.length - 1][1] : 1;
    const x = Math.min(640, 640 * trials / Math.max(1, last));
    cursor.setAttribute('x1', x); cursor.setAttribute('x2', x);
  }
  let queued = false;
  slider.addEventListener('input', async () => {
    await load();
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => { queued = false; show(); });
  });
  slider.addEventListener('change', () => {
    const u = new URL(location.href);
    if (slider.value === slider.max) u.searchParams.delete('at');
    else u.searchParams.set('at', slider.value);
    history.replaceState(null, '', u);
  });
  play.addEventListener('click', async () => {
    await load();
    playing = !playing;
    play.textContent = playing ? 'pause' : 'play';
    if (playing && slider.value === slider.max) slider.value = 0;
    // Along what changed, not along entries: most of them change nothing.
    let i = moments.findIndex((m) => m[0] >= Number(slider.value));
    const step = Math.max(1, Math.ceil(moments.length / 400));
    const tick = async () => {
      if (!playing) return;
      await load();
      i += step;
      slider.value = i >= moments.length ? slider.max : moments[i][0];
      show();
      if (i >= moments.length) { playing = false; play.textContent = 'play'; return; }
      requestAnimationFrame(tick);
    };
    if (i < 0) i = moments.length;
    tick();
  });
  // A run that goes on has more entries; who looks at the latest goes with it.
  document.addEventListener('renewed', (e) => {
    const latest = slider.value === slider.max;
    moments = null;
    slider.max = e.detail;
    if (latest) { slider.value = slider.max; out.textContent = `entry ${slider.max}`; }
  });
  if (slider.value !== slider.max) load().then(show);
}
