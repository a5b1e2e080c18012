import { describe, expect, it } from 'vitest';
import { sampled } from '../rounds.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/** The smallest document that is a PDF by its structure. */
const document = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \ntrailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n110\n%%EOF\n',
);

describe("a company's page", () => {
  it('allows changes of data, shows the key for a short time only, and keeps the authorization', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const companies = new CompaniesPage(page);
    const company = new CompanyPage(page);
    await new SubmitPage(page).addSamples();
    await new SubmitPage(page).sendButton.waitFor();
    await window.goTo('companies');
    await companies.row('Bizkaiko Lantegiak SA').click();
    await window.waitUntilReady('company');

    await company.editButton.click();
    await company.fullName.fill('Bizkaiko Lantegi Berriak SA');
    await company.saveButton.click();
    await window.title.getByText('Bizkaiko Lantegi Berriak SA').waitFor();

    await page.clock.install();
    await company.revealKey.click();
    await company.revealedKey.waitFor();
    await page.clock.fastForward(21_000);
    await company.revealedKey.waitFor({ state: 'detached' });

    await company.uploadAuthorization({
      name: 'mentira.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ no es un PDF'),
    });
    await page.getByTestId('error-code').first().waitFor();
    // Software Garante needs none: nothing is missing, and nothing was uploaded.
    expect(await company.authorizationStates.count()).toBe(0);
    await company.uploadAuthorization({
      name: 'A99800476.pdf',
      mimeType: 'application/pdf',
      buffer: document,
    });
    await company.authorizationState('pending_validation').waitFor();
    for (const language of sampled(['es', 'eu', 'en'] as const, 1)) {
      await window.chooseLanguage(language);
      expect(await findViolations(page), language).toEqual([]);
      await takePicture(page, `company-${language}`);
    }
    await company.record('approval');
    await company.authorizationState('approved').waitFor();
    await expect.poll(() => company.history.count()).toBeGreaterThanOrEqual(2);
  });
});
