import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Host } from './api/bridge.ts';
import { HostContext, useMethod } from './api/queries.ts';
import { showLanguage } from './i18n.ts';
import { DropTargetProvider } from './shell/drop-target.tsx';
import { useShownLanguage } from './shell/own-language.ts';
import { SessionEnded } from './shell/session-ended.tsx';
import { Shell } from './shell/shell.tsx';
import { theme } from './theme/theme.ts';
import { laterComponent } from './ui/later-component.tsx';

const RecoveryScreen = laterComponent(
  async () => (await import('./screens/backup/recovery-screen.tsx')).RecoveryScreen,
);

type Scheme = 'light' | 'dark';

/**
 * Mantine without `<style>` elements: the theme's variables come from the build, and nothing
 * responsive is computed at run time.
 */
function Themed({ scheme, children }: { readonly scheme: Scheme; readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

function Hosted({ host }: { readonly host: Host }) {
  const { i18n } = useTranslation();
  const system = useColorScheme();
  const settings = useMethod('settings.get', {});
  const state = useSyncExternalStore(host.watch, host.state);
  const language = useShownLanguage(settings.data?.language);
  useEffect(() => {
    if (language === undefined || language === i18n.language) return;
    let isWanted = true;
    void showLanguage(i18n, language, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [language, i18n]);
  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);
  const appearance = settings.data?.appearance ?? 'system';
  return (
    <Themed scheme={appearance === 'system' ? system : appearance}>
      {state === 'ended' ? <SessionEnded /> : settings.isPending ? null : <Housed />}
    </Themed>
  );
}

/** The shell, or recovery while the history cannot be used. */
function Housed() {
  const { data } = useMethod('app.status', {});
  return (
    <DropTargetProvider>
      {data?.recovery === undefined ? <Shell /> : <RecoveryScreen recovery={data.recovery} />}
    </DropTargetProvider>
  );
}

/** The window: the shell on a host, or the page that says how to get one. */
export function App() {
  const host = use(HostContext);
  const system = useColorScheme();
  if (host !== null) return <Hosted host={host} />;
  return (
    <Themed scheme={system}>
      <SessionEnded />
    </Themed>
  );
}
