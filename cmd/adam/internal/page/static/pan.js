// Moves and zooms what is in a stage, by pointer, wheel and keys. Where it is, is kept in the
// fragment of the address, so that a link leads to the same place.
const least = 0.02, most = 4;

export class Stage {
  constructor(element, keep) {
    this.element = element;
    this.keep = keep;
    this.pointers = new Map();
    this.queued = false;
    element.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    element.addEventListener('pointerdown', (e) => this.down(e));
    element.addEventListener('pointermove', (e) => this.move(e));
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, (e) => this.up(e));
    element.addEventListener('click', (e) => { if (this.dragged) { e.preventDefault(); e.stopPropagation(); } }, true);
    element.addEventListener('keydown', (e) => this.key(e));
    element.addEventListener('focusin', (e) => this.reveal(e.target));
    this.adopt();
    const [x, y, k] = location.hash.slice(1).split(',').map(Number);
    if (keep && k >= least && k <= most && Number.isFinite(x + y)) this.set(x, y, k);
    else this.fit();
  }
  // adopt takes the drawing that is there now.
  adopt() {
    this.svg = this.element.querySelector('svg.tree');
    if (!this.svg) return;
    this.w = this.svg.width.baseVal.value;
    this.h = this.svg.height.baseVal.value;
    this.crop = [...this.svg.querySelectorAll('a.box, g.box')].map((a) => {
      const r = a.querySelector('rect');
      return { a, x: +r.getAttribute('x'), y: +r.getAttribute('y'), w: +r.getAttribute('width'), h: +r.getAttribute('height') };
    });
    if (this.k) this.apply();
  }
  fit() {
    const { clientWidth: w, clientHeight: h } = this.element;
    // All of it if that can be read, else its left upper part.
    const k = Math.min(1, Math.max(Math.min(w / this.w, h / this.h), 0.62));
    this.set(Math.max(0, (w - this.w * k) / 2), (h - this.h * k) / 2, k); // its middle is where most is
  }
  all() {
    const { clientWidth: w, clientHeight: h } = this.element;
    const k = Math.max(least, Math.min(1, w / this.w, h / this.h));
    this.set((w - this.w * k) / 2, (h - this.h * k) / 2, k);
  }
  set(x, y, k) {
    this.x = x; this.y = y; this.k = k;
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => { this.queued = false; this.apply(); });
  }
  apply() {
    if (!this.svg) return;
    this.svg.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.keep) history.replaceState(null, '', `#${this.x.toFixed(0)},${this.y.toFixed(0)},${this.k.toFixed(3)}`);
    }, 300);
  }
  zoom(by, cx = this.element.clientWidth / 2, cy = this.element.clientHeight / 2) {
    const k = Math.min(most, Math.max(least, this.k * by));
    this.set(cx - (cx - this.x) * k / this.k, cy - (cy - this.y) * k / this.k, k);
  }
  wheel(e) {
    e.preventDefault();
    const r = this.element.getBoundingClientRect();
    this.zoom(Math.exp(-e.deltaY * 0.0015), e.clientX - r.left, e.clientY - r.top);
  }
  down(e) {
    if (e.button !== 0) return;
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    this.dragged = false;
  }
  move(e) {
    const was = this.pointers.get(e.pointerId);
    if (!was) return;
    const dx = e.clientX - was[0], dy = e.clientY - was[1];
    if (!this.dragged && Math.hypot(dx, dy) < 4) return;
    if (!this.dragged) { this.dragged = true; this.element.setPointerCapture(e.pointerId); this.element.classList.add('moving'); }
    if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()], before = Math.hypot(a[0] - b[0], a[1] - b[1]);
      this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
      const [c, d] = [...this.pointers.values()], r = this.element.getBoundingClientRect();
      this.zoom(Math.hypot(c[0] - d[0], c[1] - d[1]) / Math.max(before, 1), (c[0] + d[0]) / 2 - r.left, (c[1] + d[1]) / 2 - r.top);
      return;
    }
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    this.set(this.x + dx, this.y + dy, this.k);
  }
  up(e) {
    this.pointers.delete(e.pointerId);
    if (this.pointers.size === 0) this.element.classList.remove('moving');
  }
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const step = 60;
    const does = {
      '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), 0: () => this.all(),
      ArrowLeft: () => this.set(this.x + step, this.y, this.k), ArrowRight: () => this.set(this.x - step, this.y, this.k),
      ArrowUp: () => this.set(this.x, this.y + step, this.k), ArrowDown: () => this.set(this.x, this.y - step, this.k),
    }[e.key];
    if (does) { e.preventDefault(); does(); }
  }
  // reveal moves what has the focus into sight: the browser's own scrolling is undone.
  reveal(target) {
    this.element.scrollTo(0, 0);
    const box = this.crop?.find((b) => b.a === target);
    if (box && target.matches(':focus-visible')) this.center(box);
  }
  center(box) {
    const k = Math.max(this.k, 0.6);
    this.set(this.element.clientWidth / 2 - (box.x + box.w / 2) * k, this.element.clientHeight / 2 - (box.y + box.h / 2) * k, k);
  }
  boxes() { return this.crop ?? []; }
}

export const all = [];

export function stages() {
  const found = [...document.querySelectorAll('.stage')];
  for (const e of found) all.push(new Stage(e, found.length === 1));
  for (const b of document.querySelectorAll('[data-zoom]')) {
    b.addEventListener('click', () => { const s = all[0]; if (b.dataset.zoom === 'in') s.zoom(1.25); else if (b.dataset.zoom === 'out') s.zoom(0.8); else s.all(); });
  }
}
