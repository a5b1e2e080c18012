export { reportHandlers } from './handlers.ts';
export { escapeMarkup } from './markup.ts';
export { toPrintedPage } from './printed-page.ts';
