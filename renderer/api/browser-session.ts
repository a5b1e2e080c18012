const storageKey = 'zubi-token';
const codePattern = /^#code=(.+)$/;

/** Whether an address's fragment is a launch code. */
export function readLaunchCode(hash: string): string | null {
  return codePattern.exec(hash)?.[1] ?? null;
}

async function exchange(code: string): Promise<string | null> {
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) return null;
  const answer: unknown = await response.json();
  const token =
    typeof answer === 'object' && answer !== null && 'token' in answer ? answer.token : null;
  return typeof token === 'string' ? token : null;
}

/**
 * The token of this tab's session: from the launch code of the address (used once, then removed
 * from the address bar), else the one of this tab. Null without either.
 */
export async function openBrowserSession(): Promise<string | null> {
  const code = readLaunchCode(window.location.hash);
  if (code !== null) {
    window.history.replaceState(null, '', window.location.pathname);
    const token = await exchange(code).catch(() => null);
    if (token !== null) window.sessionStorage.setItem(storageKey, token);
  }
  return window.sessionStorage.getItem(storageKey);
}

/** Forgets the token after the host refused it. */
export function endBrowserSession(): void {
  window.sessionStorage.removeItem(storageKey);
}
