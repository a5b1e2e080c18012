import type { Locator, Page } from 'playwright-core';

export type SettingsSection = 'connection' | 'garante' | 'sandbox' | 'protection' | 'window' | 'schemas';

/** Settings, section by section. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  section(name: SettingsSection): Locator {
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

  get testConnection(): Locator {
    return this.page.getByTestId('test-connection');
  }

  /** Says that the service answered. */
  get connectionOk(): Locator {
    return this.page.getByTestId('connection-ok');
  }

  /** Absent once the sandbox is in use. */
  get useSandbox(): Locator {
    return this.section('sandbox').getByRole('button');
  }

  /** Chooses the appearance by its value: the radio itself is out of sight, its label is what is clicked. */
  async chooseAppearance(value: 'system' | 'light' | 'dark'): Promise<void> {
    const id = await this.section('window')
      .locator(`input[type="radio"][value="${value}"]`)
      .getAttribute('id');
    await this.section('window').locator(`label[for="${id}"]`).click();
  }

  get officeName(): Locator {
    return this.page.getByTestId('office-name');
  }

  get saveWindow(): Locator {
    return this.section('window').locator('button[type="submit"]');
  }

  /** Passphrase inputs: one to open, two to protect. */
  get passphrases(): Locator {
    return this.section('protection').locator('input');
  }

  get protectionButton(): Locator {
    return this.section('protection').locator('button[type="submit"]');
  }

  get schemas(): Locator {
    return this.section('schemas').getByRole('listitem');
  }
}
