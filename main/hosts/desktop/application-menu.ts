import { app } from 'electron';
import { showAbout } from './about.ts';
import { settingsPage } from './addresses.ts';
import { chooseDocuments } from './choose-documents.ts';
import type { Remembered } from './desktop-preferences.ts';
import type { DesktopSettings } from './desktop-settings.ts';
import { looksLikeDocument } from './launch.ts';
import { makeLicencesPage, readChromiumLicences } from './licences.ts';
import type { MadePages } from './made-pages.ts';
import type { MainWindow } from './main-window.ts';
import { showMenu } from './menu.ts';
import type { MadeFile } from './protocol.ts';
import { makeGuidePage } from './reading-page.ts';
import { forgetRecent, tellRecent, withRecent } from './recent-files.ts';
import { openPlainWindow } from './window.ts';

interface ApplicationMenuOptions {
  readonly window: MainWindow;
  readonly remembered: Remembered;
  readonly pages: MadePages;
  /** The application's folder; absolute. */
  readonly root: string;
  readonly settings: DesktopSettings;
  openDocuments(paths: readonly string[]): void;
}

/** The menu and the actions of its items. */
export class ApplicationMenu {
  readonly #options: ApplicationMenuOptions;

  constructor(options: ApplicationMenuOptions) {
    this.#options = options;
  }

  /** Shows the menu; again when the language or the recent files change. */
  show(): void {
    const { window, remembered, settings, openDocuments } = this.#options;
    showMenu({
      texts: settings.texts.menu,
      isMac: process.platform === 'darwin',
      isPackaged: app.isPackaged,
      recentFiles: remembered.read().recentFiles ?? [],
      openDocuments: () => void this.#choose(),
      openRecent: (path) => openDocuments([path]),
      clearRecent: () => {
        forgetRecent();
        remembered.keep({ recentFiles: [] });
        this.show();
      },
      showSettings: () => window.goTo(settingsPage),
      showGuide: () => void this.#showGuide(),
      showAbout: () => void this.#showAbout(),
    });
  }

  /** Documents that a person opened or dropped. */
  noteOpened(paths: readonly string[]): void {
    const documents = paths.filter(looksLikeDocument);
    if (documents.length === 0) return;
    const { remembered } = this.#options;
    tellRecent(documents);
    remembered.keep({ recentFiles: withRecent(remembered.read().recentFiles ?? [], documents) });
    this.show();
  }

  async #choose(): Promise<void> {
    const { window, remembered, settings, openDocuments } = this.#options;
    const paths = await chooseDocuments(
      window.current,
      settings.texts.open,
      remembered.folderOf('lastFolder'),
    );
    if (paths.length > 0) openDocuments(paths);
  }

  async #showAbout(): Promise<void> {
    const { window, root, settings } = this.#options;
    const texts = settings.texts.about;
    const chromium = await readChromiumLicences();
    const wanted = await showAbout(window.current, texts, chromium !== null);
    if (wanted === null) return;
    const parts = async () => makeLicencesPage(root, settings.language, texts.title);
    this.#open(
      wanted === 'chromium' && chromium !== null ? chromium : await parts(),
      texts.licences,
    );
  }

  async #showGuide(): Promise<void> {
    const { root, settings } = this.#options;
    const title = settings.texts.menu.guide;
    this.#open(await makeGuidePage(root, settings.language, title), title);
  }

  #open(page: MadeFile, title: string): void {
    const made = this.#options.pages.add(page);
    openPlainWindow(made.address, title).window.once('closed', made.remove);
  }
}
