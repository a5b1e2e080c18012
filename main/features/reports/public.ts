export { escapeMarkup } from '../../platform/markup.ts';
export { reportHandlers } from './handlers.ts';
export { toPrintedPage } from './printed-page.ts';
