import type { ComponentType } from 'react';
import type { Place, ScreenName } from '../router.ts';
import { OverviewScreen } from '../screens/overview/overview-screen.tsx';
import { laterComponent } from '../ui/later-component.tsx';

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
const ModificationScreen = laterComponent(
  async () => (await import('../screens/modification/modification-screen.tsx')).ModificationScreen,
);
const SubmitScreen = laterComponent(
  async () => (await import('../screens/submit/submit-screen.tsx')).SubmitScreen,
);

/** The window opens on the quarter: its code comes with the first. */
const screens: Readonly<Record<ScreenName, ComponentType<{ readonly place: Place }>>> = {
  overview: OverviewScreen,
  submit: SubmitScreen,
  history: HistoryScreen,
  companies: CompaniesScreen,
  settings: SettingsScreen,
};

/**
 * The screen of a place, drawn anew by the shell for another page; not a component, so that it can
 * be called before anything is drawn.
 */
export function screenOf(place: Place) {
  if (place.screen === 'history' && place.id === 'batch')
    return place.inner === null ? <BatchesScreen /> : <BatchScreen id={place.inner} />;
  if (place.screen === 'history' && place.id !== null)
    return place.inner === null ? (
      <SubmissionScreen id={place.id} />
    ) : (
      <ModificationScreen id={place.id} record={Number(place.inner) || 1} />
    );
  if (place.screen === 'companies' && place.id !== null) {
    if (place.id === 'import') return <ImportScreen />;
    if (place.id === 'authorizations') return <AuthorizationsScreen place={place} />;
    return <CompanyScreen id={place.id} />;
  }
  if (place.screen === 'settings' && place.id === 'set-aside' && place.inner !== null)
    return <LeftAsideScreen id={place.inner} />;
  if (place.screen === 'settings' && place.id === 'profile') return <ProfileScreen />;
  const Chosen = screens[place.screen];
  return <Chosen place={place} />;
}

/** Loads the code of a place's screen before it is drawn. */
export async function loadScreen(place: Place): Promise<void> {
  const { type } = screenOf(place);
  if (typeof type !== 'string' && 'load' in type) await type.load();
}
