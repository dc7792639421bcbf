import './everywhere.js';

/** What Chromium 108 lacks of today's: beforeunload that asks by preventDefault (119), and popovers (114). */

globalThis.addEventListener(
  'beforeunload',
  (event) => {
    const prevent = event.preventDefault.bind(event);
    event.preventDefault = () => {
      prevent();
      event.returnValue = 'stay';
    };
  },
  { capture: true },
);

const OPEN = 'data-popover-open';
const tell = (element, newState) => {
  const event = new Event('toggle');
  element.dispatchEvent(
    Object.assign(event, { newState, oldState: newState === 'open' ? 'closed' : 'open' }),
  );
};
Object.assign(HTMLElement.prototype, {
  showPopover() {
    this.setAttribute(OPEN, '');
    tell(this, 'open');
  },
  hidePopover() {
    if (!this.hasAttribute(OPEN)) return;
    this.removeAttribute(OPEN);
    tell(this, 'closed');
  },
});
const shown = () => document.querySelectorAll(`[${OPEN}]`);
document.addEventListener('click', ({ target }) => {
  const invoker = target.closest?.('[popovertarget]');
  const invoked = invoker && document.getElementById(invoker.getAttribute('popovertarget'));
  for (const element of shown()) if (element !== invoked && !element.contains(target)) element.hidePopover();
  if (invoked?.hasAttribute(OPEN)) invoked.hidePopover();
  else invoked?.showPopover();
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') for (const element of shown()) element.hidePopover();
});
