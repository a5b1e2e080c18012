import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { type Place, type ScreenName, usePlace } from '../router.ts';
import { SubmitScreen } from '../screens/submit/submit-screen.tsx';
import { BulkUploadProvider } from '../shared/authorizations/bulk-upload.tsx';
import { useTexts } from '../texts.ts';
import { BatchNotice } from './batch-notice.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { IntakeProvider } from './intake.tsx';
import { laterComponent, laterDialog } from './later-component.tsx';
import { PaletteContext } from './palette/palette-context.ts';
import { useWindowKeys } from './palette/use-window-keys.ts';
import { Rail } from './rail.tsx';
import { KeptProvider, useTimesAnew } from './screen-state.tsx';
import { Toasts } from './toasts.tsx';
import { useDrops } from './use-drops.ts';

const AuthorizationsScreen = laterComponent(
  async () =>
    (await import('../screens/authorizations/authorizations-screen.tsx')).AuthorizationsScreen,
);
const LeftAsideScreen = laterComponent(
  async () => (await import('../screens/backup/left-aside-screen.tsx')).LeftAsideScreen,
);
const BatchScreen = laterComponent(
  async () => (await import('../screens/batch/batch-screen.tsx')).BatchScreen,
);
const BatchesScreen = laterComponent(
  async () => (await import('../screens/batch/batches-screen.tsx')).BatchesScreen,
);
const CompanyScreen = laterComponent(
  async () => (await import('../screens/company/company-screen.tsx')).CompanyScreen,
);
const ImportScreen = laterComponent(
  async () => (await import('../screens/company-import/import-screen.tsx')).ImportScreen,
);
const ProfileScreen = laterComponent(
  async () => (await import('../screens/profile/profile-screen.tsx')).ProfileScreen,
);
const SettingsScreen = laterComponent(
  async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
);
const CompaniesScreen = laterComponent(
  async () => (await import('../screens/companies/companies-screen.tsx')).CompaniesScreen,
);
const HistoryScreen = laterComponent(
  async () => (await import('../screens/history/history-screen.tsx')).HistoryScreen,
);
const SubmissionScreen = laterComponent(
  async () => (await import('../screens/submission/submission-screen.tsx')).SubmissionScreen,
);
const OverviewScreen = laterComponent(
  async () => (await import('../screens/overview/overview-screen.tsx')).OverviewScreen,
);
const PaletteDialog = laterDialog(
  async () => (await import('./palette/palette-dialog.tsx')).PaletteDialog,
);

const screens: Readonly<Record<ScreenName, ComponentType<{ readonly place: Place }>>> = {
  overview: OverviewScreen,
  submit: SubmitScreen,
  history: HistoryScreen,
  companies: CompaniesScreen,
  settings: SettingsScreen,
};

function Screen({ place }: { readonly place: Place }) {
  if (place.screen === 'history' && place.id === 'batch')
    return place.inner === null ? (
      <BatchesScreen />
    ) : (
      <BatchScreen key={place.inner} id={place.inner} />
    );
  if (place.screen === 'history' && place.id !== null)
    return <SubmissionScreen key={place.id} id={place.id} />;
  if (place.screen === 'companies' && place.id !== null) {
    if (place.id === 'import') return <ImportScreen />;
    if (place.id === 'authorizations') return <AuthorizationsScreen place={place} />;
    return <CompanyScreen key={place.id} id={place.id} />;
  }
  if (place.screen === 'settings' && place.id === 'set-aside' && place.inner !== null)
    return <LeftAsideScreen key={place.inner} id={place.inner} />;
  if (place.screen === 'settings' && place.id === 'profile') return <ProfileScreen />;
  const Chosen = screens[place.screen];
  return <Chosen place={place} />;
}

function Frame() {
  const { t } = useTexts();
  const place = usePlace();
  const isOver = useDrops();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  useWindowKeys(openPalette);
  const timesAnew = useTimesAnew();
  const main = useRef<HTMLElement>(null);
  const here = `${place.screen}/${place.id ?? ''}/${place.inner ?? ''}`;
  const before = useRef(here);
  // A file of the worklist is no page of its own: the list stays as it is.
  // Nor is a section of Settings: what is being written in another one stays.
  const isOnePage = place.screen === 'submit' || (place.screen === 'settings' && !place.inner);
  const shown = `${isOnePage && place.id !== 'profile' ? place.screen : here}/${timesAnew}`;
  // Who goes to another page is in it with the keyboard, too.
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    main.current?.focus({ preventScroll: true });
  }, [here]);
  return (
    <div className="z-shell">
      <button type="button" className="z-skip" onClick={() => main.current?.focus()}>
        {t('app.skipToContent')}
      </button>
      <Rail screen={place.screen} />
      <main className="z-main" id="content" ref={main} tabIndex={-1}>
        <ErrorBoundary key={shown}>
          <PaletteContext value={openPalette}>
            <Screen place={place} />
          </PaletteContext>
        </ErrorBoundary>
        {isPaletteOpen ? <PaletteDialog onClose={() => setPaletteOpen(false)} /> : null}
        <Toasts />
        {isOver ? <DropOverlay onCompanies={place.screen === 'companies'} /> : null}
      </main>
    </div>
  );
}

/** Rail, screen and what may lie over them: the whole window once a host is there. */
export function Shell() {
  return (
    <IntakeProvider>
      <BulkUploadProvider>
        <KeptProvider>
          <Frame />
        </KeptProvider>
      </BulkUploadProvider>
      <BatchNotice />
    </IntakeProvider>
  );
}
