// What the server tells while a run goes on: figures are changed in place, the tree is drawn again.
import { all } from './pan.js';

export function live() {
  const seq = Number(document.body.dataset.seq), where = document.getElementById('live');
  const source = new EventSource('/events');
  let last = seq, busy = false;
  source.addEventListener('state', async (e) => {
    const s = JSON.parse(e.data);
    const say = (id, text) => { const x = document.getElementById(id); if (x) x.textContent = text; };
    where.textContent = s.ended ? `ended: ${s.ended}, ${s.certified}/${s.useful} certified` : `${s.certified}/${s.useful} certified, ${s.trials} trials${s.rate ? `, ${s.rate.toFixed(0)}/s` : ''}`;
    say('certified', s.certified); say('useful', s.useful); say('factors', s.factors); say('trials', s.trials); say('broken', s.broken);
    say('rate', s.rate ? s.rate.toFixed(0) : 'not running'); say('left', s.left);
    if (s.now.stage) say('now', `${s.now.stage}: ${(s.now.actions ?? []).join(', ')}`);
    if (s.seq === last || busy) return;
    last = s.seq;
    busy = true;
    try { await renew(last); } finally { busy = false; }
  });
  source.onerror = () => { where.textContent = 'the server is gone'; };
}

// What follows a run by itself is put in the place of what was there: the tree, unless it is moved or replayed just now,
// and what is marked as live.
async function renew(seq) {
  const url = new URL(location.href), stage = document.querySelector('main.tree, main.run') ? all[0] : null;
  const live = [...document.querySelectorAll('[data-live]')];
  if (!stage && !live.length || url.searchParams.has('at')) return;
  url.searchParams.set('part', '1');
  if (document.querySelector('main.tree')) url.searchParams.delete('item');
  url.hash = '';
  const r = await fetch(url);
  if (!r.ok) return;
  const page = new DOMParser().parseFromString(await r.text(), 'text/html'); // runs nothing
  const svg = page.querySelector('svg.tree');
  if (svg && stage && !stage.pointers.size && !stage.svg.classList.contains('replay')) {
    stage.svg.replaceWith(document.adoptNode(svg));
    stage.adopt();
  }
  for (const x of live) {
    const y = page.getElementById(x.id);
    if (y) x.replaceWith(document.adoptNode(y));
  }
  document.dispatchEvent(new CustomEvent('renewed', { detail: seq }));
}
