import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

export type SettingsPanel =
  | 'office'
  | 'connection'
  | 'garante'
  | 'sandbox'
  | 'protection'
  | 'window'
  | 'schemas';

/** Settings, section by section. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  section(name: SettingsPanel): Locator {
    return this.page.getByTestId(`settings-${name}`);
  }

  get baseUrl(): Locator {
    return this.page.getByTestId('base-url');
  }

  get userApiKey(): Locator {
    return this.page.getByTestId('user-api-key');
  }

  get certificateKey(): Locator {
    return this.page.getByTestId('certificate-key');
  }

  get saveConnection(): Locator {
    return this.section('connection').locator('button[type="submit"]');
  }

  /** Enters a service's address and the keys. */
  async connect(baseUrl: string, userApiKey: string): Promise<void> {
    await this.baseUrl.fill(baseUrl);
    await this.userApiKey.fill(userApiKey);
    await this.certificateKey.fill('a-certificate-key-for-tests');
    await this.saveConnection.click();
    await this.saved('connection');
    await this.readiness('certificate_key', 'ready').waitFor();
  }

  /** Enters the software's developer and licence. */
  async describeGarante(fields: {
    readonly taxId: string;
    readonly license: string;
    readonly name: string;
    readonly version: string;
  }): Promise<void> {
    const inputs = this.section('garante').getByRole('textbox');
    for (const [index, field] of (['taxId', 'license', 'name', 'version'] as const).entries())
      await inputs.nth(index).fill(fields[field]);
    await this.saveGarante.click();
  }

  get testConnection(): Locator {
    return this.page.getByTestId('test-connection');
  }

  /** The notice that the service answered. */
  get connectionOk(): Locator {
    return this.page.getByTestId('connection-ok');
  }

  /** The reason why the service did not answer, or why the connection could not be saved. */
  get connectionFault(): Locator {
    return this.section('connection').getByTestId('error-notice');
  }

  /** The name of the profile in force. */
  get serviceProfile(): Locator {
    return this.page.getByTestId('service-profile');
  }

  async loadProfile(content: string): Promise<void> {
    const file = {
      name: 'perfil.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    };
    await this.page.getByTestId('profile-input').setInputFiles(file);
  }

  /** The faults of a refused profile. */
  get profilePlaces(): Locator {
    return this.page.getByTestId('profile-faults');
  }

  get profileUnread(): Locator {
    return this.page.getByTestId('profile-unread');
  }

  get profileBack(): Locator {
    return this.page.getByTestId('profile-back');
  }

  get holdsGarante(): Locator {
    return this.section('garante').getByRole('switch');
  }

  get saveGarante(): Locator {
    return this.section('garante').locator('button[type="submit"]');
  }

  /** Nothing in the section's fields is left to save, and no saving is under way. */
  async saved(name: SettingsPanel): Promise<void> {
    const off = 'button[type="submit"][data-disabled="true"]:not([aria-busy])';
    await this.section(name).locator(off).waitFor();
  }

  /** A precondition of the first submission, in a state. */
  readiness(id: string, state: 'ready' | 'missing' | 'attention' | 'unknown'): Locator {
    return this.page.locator(`[data-readiness="${id}"][data-state="${state}"]`);
  }

  /** Absent once the sandbox is in use. */
  get useSandbox(): Locator {
    return this.section('sandbox').getByRole('button');
  }

  /**
   * Chooses the appearance by its value: the radio itself is out of sight, its label is clicked.
   */
  async chooseAppearance(value: 'system' | 'light' | 'dark'): Promise<void> {
    const id = await this.section('window')
      .locator(`input[type="radio"][value="${value}"]`)
      .getAttribute('id');
    await this.section('window').locator(`label[for="${id}"]`).click();
  }

  /** Whether the system notifies of a batch's end. */
  get notifyWhenDone(): Locator {
    return this.page.getByTestId('notify-when-done');
  }

  /** Only there while the browser has not been asked. */
  get allowNotices(): Locator {
    return this.page.getByTestId('allow-notices');
  }

  get officeName(): Locator {
    return this.page.getByTestId('office-name');
  }

  get saveWindow(): Locator {
    return this.section('window').locator('button[type="submit"]');
  }

  get saveOffice(): Locator {
    return this.section('office').locator('button[type="submit"]');
  }

  /** The inputs of a new passphrase: it is typed twice. */
  get passphrases(): Locator {
    return this.section('protection').locator('input');
  }

  /** Asks for a passphrase where nothing protects the keys. */
  get unprotected(): Locator {
    return this.page.getByTestId('notice-unprotected');
  }

  /** Protects the keys by a passphrase. */
  async protect(passphrase: string): Promise<void> {
    for (const index of [0, 1]) await this.passphrases.nth(index).fill(passphrase);
    await this.protectionButton.click();
    await this.unprotected.waitFor({ state: 'detached' });
  }

  get protectionButton(): Locator {
    return this.section('protection').locator('button[type="submit"]');
  }

  async changePassphrase(current: string, next: string): Promise<void> {
    await this.page.getByTestId('passphrase-change').click();
    await this.page.getByTestId('current-passphrase').fill(current);
    await this.page.getByTestId('new-passphrase').fill(next);
    await this.page.getByTestId('new-passphrase-repeated').fill(next);
    await this.page.getByTestId('dialog-save').click();
    await this.page.getByTestId('change-passphrase').waitFor({ state: 'detached' });
  }

  async removePassphrase(current: string): Promise<void> {
    await this.page.getByTestId('passphrase-remove').click();
    await this.page.getByTestId('current-passphrase').fill(current);
    await this.page.getByTestId('dialog-save').click();
    await this.page.getByTestId('remove-passphrase').waitFor({ state: 'detached' });
  }

  /** The section that keeps the authorization template. */
  get template(): Locator {
    return this.page.getByTestId('settings-template');
  }

  get keptTemplate(): Locator {
    return this.page.getByTestId('template-kept');
  }

  async keepTemplate(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByTestId('template-input').setInputFiles(file);
  }

  async removeTemplate(): Promise<void> {
    await this.#remove(this.page.getByTestId('template-remove'), 'authorizations.removeTemplate');
  }

  /** The first press asks, Escape takes that back, and the press after the question removes. */
  async #remove(button: Locator, method: string): Promise<void> {
    let calls = 0;
    const count = (request: Request) => {
      if (request.url().endsWith('/api/call') && request.postDataJSON().method === method)
        calls += 1;
    };
    this.page.on('request', count);
    const asked = button.getByText('Quitar definitivamente');
    await button.click();
    await asked.waitFor();
    await button.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await button.click();
    await asked.click();
    await button.waitFor({ state: 'detached' });
    this.page.off('request', count);
    expect(calls, method).toBe(1);
  }

  schemaPackage(source: 'built_in' | 'folder' | 'zip'): Locator {
    return this.page.getByTestId(`schema-package-${source}`);
  }

  /** Installs schemas from files of the given names and bytes. */
  async installSchemas(files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    await this.page.getByTestId('schema-files').setInputFiles(files);
  }

  /** Installs the schemas of a folder of this machine. */
  async installSchemaFolder(path: string): Promise<void> {
    await this.page.getByTestId('schema-folder').setInputFiles(path);
  }

  /** The question where new schemas check known documents differently. */
  get schemaDifferences(): Locator {
    return this.page.getByTestId('schema-differences');
  }

  get installDiffering(): Locator {
    return this.schemaDifferences.getByTestId('install-differing');
  }

  get schemaBack(): Locator {
    return this.page.getByTestId('schema-back');
  }

  /** Chooses a package for some fiscal years through its dialog. */
  async useSchemasFor(source: 'folder' | 'zip', years: string): Promise<void> {
    await this.schemaPackage(source).getByTestId('schema-use').click();
    const dialog = this.page.getByTestId('schema-choice');
    await dialog.locator('input[type="radio"][value="some"]').check();
    await dialog.getByTestId('schema-years').fill(years);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'detached' });
  }

  async removeSchemas(source: 'folder' | 'zip'): Promise<void> {
    const own = this.schemaPackage(source);
    await this.#remove(own.getByTestId('schema-remove'), 'schemas.remove');
    await own.waitFor({ state: 'detached' });
  }
}
