// A click on an item shows what is known of it beside the tree; search marks what it finds.
import { all } from './pan.js';

export function panel() {
  const aside = document.getElementById('panel'), stage = document.getElementById('stage');
  if (!aside || !stage) return;
  let asked = 0;
  async function show(url, push) {
    const n = ++asked;
    const part = new URL(url, location.href);
    part.pathname = '/item';
    part.searchParams.set('part', '1');
    aside.setAttribute('aria-busy', 'true');
    const r = await fetch(part);
    const html = await r.text(); // made by the server, which escapes what comes from a world
    if (n !== asked) return;
    aside.innerHTML = html;
    aside.scrollTop = 0;
    aside.removeAttribute('aria-busy');
    if (push && aside.getBoundingClientRect().top > innerHeight - 80) aside.scrollIntoView(); // a narrow window has it below
    if (push) history.pushState(null, '', url + location.hash);
    mark(new URL(url, location.href).searchParams.get('item'));
  }
  function mark(name) {
    for (const { a } of all[0].boxes()) a.classList.toggle('chosen', a.dataset.kind === 'factor' && a.dataset.name === name);
  }
  stage.addEventListener('click', (e) => {
    const a = e.target.closest('a.box');
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button || a.dataset.kind === 'group') return;
    e.preventDefault();
    show(a.getAttribute('href'), true);
  });
  addEventListener('popstate', () => location.reload());
  const item = new URL(location.href).searchParams.get('item');
  mark(item);
  const box = item && !location.hash && all[0].boxes().find(({ a }) => a.dataset.kind === 'factor' && a.dataset.name === item);
  if (box) all[0].center(box);

  const form = document.getElementById('look'), find = document.getElementById('find');
  form.addEventListener('change', (e) => { if (e.target.tagName === 'SELECT') form.requestSubmit(); });
  form.addEventListener('submit', (e) => {
    if (document.activeElement === find && find.value && go()) { e.preventDefault(); return; }
    for (const x of form.elements) if (x.name && x.value === '') x.disabled = true; // shorter links
  });
  addEventListener('keydown', (e) => {
    if (e.key === '/' && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) { e.preventDefault(); find.focus(); }
  });
  let hits = [], at = 0;
  function search() {
    const text = find.value.trim().toLowerCase();
    hits = [];
    at = 0;
    for (const b of all[0].boxes()) {
      // A group is found by what is in it, which its title lists.
      const what = b.a.dataset.kind === 'group' ? b.a.querySelector('title').textContent : b.a.dataset.name;
      const hit = text !== '' && what.toLowerCase().includes(text);
      b.a.classList.toggle('found', hit);
      b.a.classList.toggle('dim', text !== '' && !hit);
      if (hit) hits.push(b);
    }
    const exact = hits.findIndex((b) => b.a.dataset.name.toLowerCase() === text);
    if (exact > 0) hits.unshift(...hits.splice(exact, 1));
  }
  function go() {
    if (hits.length === 0) return false;
    all[0].center(hits[at++ % hits.length]);
    return true;
  }
  find.addEventListener('input', search);
  if (find.value) { search(); go(); }
}
