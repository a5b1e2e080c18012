import type { Page } from 'playwright-core';

/**
 * Forbidden acts of a page: it broke its content security policy, threw, or wrote an error to the
 * console.
 */
export interface PageFaults {
  readonly faults: readonly string[];
}

/** Watches a page from before its first document; call it before `goto`. */
export async function watchFaults(page: Page): Promise<PageFaults> {
  const faults: string[] = [];
  await page.exposeFunction('tellPolicyViolation', (text: string) => {
    faults.push(`policy: ${text}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell: unknown = Reflect.get(window, 'tellPolicyViolation');
      if (typeof tell === 'function')
        tell(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  return { faults };
}
