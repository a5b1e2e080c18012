import { app, dialog } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { toErrorWords } from './error-words.ts';
import { startAnew } from './start-anew.ts';

interface NextRunOptions extends Pick<DesktopOptions, 'launch' | 'personUmask' | 'updater'> {
  language(): Language;
}

/**
 * What follows this run: nothing, the installer of a newer version, or another run, which gets the
 * documents that this one has not taken.
 */
export class NextRun {
  readonly #options: NextRunOptions;
  #documents: readonly string[];
  /** Zubi was started again, or documents came, while this run ended. */
  #isWanted = false;
  #isInstaller = false;

  constructor(options: NextRunOptions) {
    this.#options = options;
    this.#documents = options.launch.files;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  want(): void {
    this.#isWanted = true;
  }

  /** This run does not end: nothing follows it, and nothing is installed. */
  forget(): void {
    this.#isWanted = false;
    this.stopInstaller();
  }

  stopInstaller(): void {
    this.#options.updater?.cancel();
  }

  addDocuments(paths: readonly string[]): void {
    this.#documents = [...this.#documents, ...paths];
  }

  /** The documents that wait, which are then no longer the next run's. */
  takeDocuments(): readonly string[] {
    const paths = this.#documents;
    this.#documents = [];
    return paths;
  }

  /** This run is over: starts what follows. Returns whether an installer ends this run. */
  begin(): boolean {
    // An installer starts Zubi without the documents that wait.
    if (this.#documents.length > 0) this.stopInstaller();
    this.#isInstaller = this.#options.updater?.begin(() => this.#goOnAsBefore()) ?? false;
    if (this.#isWanted || this.#documents.length > 0) this.start();
    return this.#isInstaller;
  }

  /** Starts another run, unless an installer does. */
  start(): void {
    if (this.#isInstaller) return;
    const { launch, personUmask } = this.#options;
    const { appImage } = launch;
    startAnew([...launch.options, ...this.takeDocuments()], { appImage, personUmask });
  }

  /** The installer did not take the newer version: this one opens again. */
  #goOnAsBefore(): void {
    this.#isInstaller = false;
    dialog.showErrorBox('Zubi', toErrorWords({ code: 'update_failed' }, this.#options.language()));
    this.start();
    app.quit();
  }
}
