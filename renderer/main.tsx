import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/charts/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'virtual:zubi-theme.css';
import './theme/global.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../contract/choices.ts';
import { CallFailure, callMethod, createDesktopHost, type Host } from './api/bridge.ts';
import { createBrowserHost } from './api/browser-bridge.ts';
import { openBrowserSession, readLaunchCode } from './api/browser-session.ts';
import { HostContext, methodKey } from './api/queries.ts';
import { refreshByEvents } from './api/refresh.ts';
import { App } from './app.tsx';
import { createTexts, loadTextsAhead, toLanguage } from './i18n.ts';
import { isPlace, parsePlace, placeHash } from './router.ts';
import { periodIn } from './shared/quarter/quarter-words.ts';
import { watchFocus } from './shell/focus-place.ts';
import { loadScreen } from './shell/screens.tsx';
import { watchUnsaved } from './shell/unsaved.ts';

async function findHost(): Promise<Host | null> {
  if (window.zubi !== undefined) return createDesktopHost(window.zubi);
  const token = await openBrowserSession();
  return token === null ? null : createBrowserHost(token);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The core is on this machine: being offline changes nothing, and refusals are answers.
        networkMode: 'always',
        retry: (attempt, error) => !(error instanceof CallFailure) && attempt < 2,
        refetchOnWindowFocus: false,
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const systemLanguage = () => toLanguage(navigator.language.slice(0, 2));

/** The chosen language; the system's where no host names one. */
async function chooseLanguage(host: Host | null, client: QueryClient): Promise<Language> {
  const system = systemLanguage();
  if (host === null) return system;
  const settings = await client
    .fetchQuery({
      queryKey: methodKey('settings.get', {}),
      queryFn: () => callMethod(host.bridge, 'settings.get', {}),
    })
    .catch(() => null);
  return settings?.language ?? system;
}

const quarterQuery = (host: Host, period: string | undefined) => {
  const input = period === undefined ? {} : { period };
  return {
    queryKey: methodKey('quarter.get', input),
    queryFn: () => callMethod(host.bridge, 'quarter.get', input),
  };
};

/** Requests the quarter when the pointer comes to its link, else while its page is drawn. */
function askAhead(host: Host, client: QueryClient): void {
  const ask = (hash: string) => {
    const place = parsePlace(hash);
    if (place.screen === 'overview' && place.id === null)
      void client.prefetchQuery(quarterQuery(host, periodIn(place)));
  };
  window.addEventListener('hashchange', () => ask(window.location.hash));
  document.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link !== null && isPlace(link.hash)) ask(link.hash);
  });
}

/**
 * Where the window opens: on the quarter; on Submit, where the first files are dropped, while the
 * quarter has no companies. An address that names a screen stays.
 */
async function choosePlace(host: Host | null, client: QueryClient): Promise<void> {
  if (host === null) return;
  const load = () => loadScreen(parsePlace(window.location.hash)).catch(() => undefined);
  if (isPlace(window.location.hash)) return load();
  const quarter = await client.fetchQuery(quarterQuery(host, undefined)).catch(() => null);
  const screen = quarter?.companies.length === 0 ? 'submit' : 'overview';
  window.history.replaceState(null, '', placeHash(screen));
  await load();
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  // A launch address opened again in the same tab changes the fragment only.
  window.addEventListener('hashchange', () => {
    if (readLaunchCode(window.location.hash) !== null) window.location.reload();
  });
  loadTextsAhead(systemLanguage());
  const host = await findHost();
  const client = createQueryClient();
  if (host !== null) {
    refreshByEvents(host, client);
    askAhead(host, client);
  }
  const [texts] = await Promise.all([
    chooseLanguage(host, client).then(createTexts),
    choosePlace(host, client),
  ]);
  document.documentElement.lang = texts.language;
  watchFocus();
  watchUnsaved();
  createRoot(root).render(
    <I18nextProvider i18n={texts}>
      <HostContext value={host}>
        <QueryClientProvider client={client}>
          <App />
        </QueryClientProvider>
      </HostContext>
    </I18nextProvider>,
  );
}

void start();
