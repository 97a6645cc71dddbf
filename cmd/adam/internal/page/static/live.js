// What the server tells while a run goes on: figures are changed in place, the tree is drawn again.
import { all } from './pan.js';

export function live() {
  const seq = Number(document.body.dataset.seq), where = document.getElementById('live');
  const source = new EventSource('/events');
  let last = seq, busy = false;
  source.addEventListener('state', async (e) => {
    const s = JSON.parse(e.data);
    const say = (id, text) => { const x = document.getElementById(id); if (x) x.textContent = text; };
    where.textContent = s.ended ? `ended: ${s.ended}` : `${s.certified}/${s.useful} certified, ${s.trials} trials${s.rate ? `, ${s.rate.toFixed(0)}/s` : ''}`;
    say('certified', s.certified); say('useful', s.useful); say('factors', s.factors); say('trials', s.trials); say('broken', s.broken);
    say('rate', s.rate ? s.rate.toFixed(0) : 'not running'); say('left', s.left);
    if (s.now.stage) say('now', `${s.now.stage}: ${(s.now.actions ?? []).join(', ')}`);
    if (s.seq === last || busy || !document.querySelector('main.tree')) { last = s.seq; return; }
    last = s.seq;
    busy = true;
    try { await redraw(); } finally { busy = false; }
  });
  source.onerror = () => { where.textContent = 'the server is gone'; };
}

async function redraw() {
  const url = new URL(location.href);
  url.searchParams.set('part', '1');
  url.searchParams.delete('item');
  url.hash = '';
  const r = await fetch(url);
  if (!r.ok) return;
  const page = new DOMParser().parseFromString(await r.text(), 'text/html'); // runs nothing
  const svg = page.querySelector('svg.tree'), stage = all[0];
  if (!svg || !stage || stage.pointers.size) return;
  stage.svg.replaceWith(document.adoptNode(svg));
  stage.adopt();
}
