import { describe, expect, it } from 'vitest';
import { makePdf } from '../fixtures/authorizations/documents.ts';

import { ownSandboxKey } from '../fixtures/sandbox-key.ts';

import { sampled } from '../rounds.ts';

import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { person, registerPersons } from './fixtures/portfolio.ts';
import { sandboxAddress } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

describe.each(sampled(['dark', 'light'] as const, 1))(
  'the review page of the sandbox, %s',
  (colorScheme) => {
    it('takes by hand a rejection with its reason, an approval, and the end of the status', async () => {
      const application = await startApplication();
      const page = await browser.open(application.url, { colorScheme });
      const review = await page.context().newPage();
      await review.setExtraHTTPHeaders(ownSandboxKey(application.dataFolder));
      const look = async (name: string) => {
        expect(await findViolations(review), name).toEqual([]);
        await takePicture(review, `review-${name}-${colorScheme}`);
      };
      await review.goto(`${sandboxAddress(application.dataFolder)}/sandbox/`);
      await look('empty');
      await registerPersons(page, 3);
      await new CompaniesPage(page).openAuthorizations();
      const many = new AuthorizationsPage(page);
      await new WindowPage(page).dropFiles(
        [2, 3].map((number) => ({
          name: `${person(number).taxId}.pdf`,
          content: Buffer.from(makePdf()),
        })),
      );
      await many.document(person(3).taxId).waitFor();
      await many.sendButton.click();
      await expect.poll(() => many.received.count()).toBe(2);

      await review.reload();
      const row = (number: number) =>
        review.getByRole('row').filter({ hasText: person(number).taxId });
      await look('pending');
      // What is pending stands first.
      expect(await review.getByRole('row').nth(1).innerText()).toContain(person(2).taxId);
      await row(2).getByRole('textbox').fill('Falta la firma');
      await row(2).getByRole('button', { name: 'Rechazar' }).click();
      await row(2).getByText('Rechazada').waitFor();
      await row(3).getByRole('button', { name: 'Aprobar' }).click();
      await row(3).getByText('Aprobada').waitFor();
      await review.getByText(/rechazada la autorización de .*: Falta la firma/).waitFor();
      await review.getByRole('button', { name: 'Quitar la condición' }).click();
      await review.getByRole('button', { name: 'Dar la condición' }).waitFor();
      await look('decided');
    });
  },
);
