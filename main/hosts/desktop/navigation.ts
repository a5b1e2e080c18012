import { app, type Event, type WebContents } from 'electron';
import { isStartPage } from './addresses.ts';
import { openExternal } from './external.ts';

const deny = (event: Event): void => event.preventDefault();

type Navigation = Event<{ readonly url: string; readonly isMainFrame?: boolean }>;

/** A page may reload itself, as its "Reload" does after an error; it may go nowhere else. */
function denyOthers(event: Navigation): void {
  if (event.isMainFrame === false || !isStartPage(event.url)) event.preventDefault();
}

function guardContents(contents: WebContents): void {
  contents.on('will-navigate', denyOthers);
  contents.on('will-frame-navigate', denyOthers);
  contents.on('will-redirect', deny);
  contents.on('will-attach-webview', deny);
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
}

/**
 * Keeps every page where it is: no navigation but to the start page, no redirect, new window or
 * embedded view. Call before the application is ready.
 */
export function guardNavigation(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  // No client certificate is offered for the window; else Chromium takes the first of the system's
  // store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
}
