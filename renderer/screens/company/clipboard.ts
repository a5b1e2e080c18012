const keptMs = 30_000;

/** Whether the clipboard still holds a text; true where it cannot be read: rather one copy too many is taken away. */
async function stillHolds(text: string): Promise<boolean> {
  try {
    return (await navigator.clipboard.readText()) === text;
  } catch {
    return true;
  }
}

async function clear(secret: string): Promise<void> {
  if (await stillHolds(secret)) await navigator.clipboard.writeText('');
}

/** Empties the clipboard now, or when the window is in front again: a page behind others may not touch it. */
function clearSoon(secret: string): void {
  clear(secret).catch(() => {
    window.addEventListener('focus', () => void clear(secret).catch(() => undefined), { once: true });
  });
}

/** Copies a secret and takes it back out of the clipboard after 30 s. Gives back false where the system does not allow copying. */
export async function copySecret(secret: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(secret);
  } catch {
    return false;
  }
  setTimeout(() => clearSoon(secret), keptMs);
  return true;
}
