// What a page can do without is done by the modules here; without scripts every view has its URL.
import { stages } from './pan.js';
import { panel } from './panel.js';
import { live } from './live.js';
import { replay } from './replay.js';
import { steps, frames } from './steps.js';

document.documentElement.classList.add('scripted');
stages();
panel();
live();
replay();
steps();
frames();
document.documentElement.dataset.ready = '';
