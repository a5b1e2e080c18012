import { Secret } from './secret.ts';

/**
 * The system's clipboard, as a host with a desktop reaches it: whether or not its window is in
 * front.
 */
export interface ClipboardPort {
  read(): Promise<string>;
  write(text: string): Promise<void>;
  clear(): void;
}

/** Puts secrets on the clipboard and takes them out again. */
export interface SecretClipboard {
  /**
   * Copies a secret, which it keeps and wipes: after 30 s it is taken out, unless something else is
   * there by then. False where the system refused it.
   */
  copy(secret: Secret): Promise<boolean>;
  /** Takes out what is still there, because the application ends. Never throws. */
  forget(): Promise<void>;
}

const keptMs = 30_000;

/** State: the secret that was copied last, until its time is over. */
export function createSecretClipboard(port: ClipboardPort): SecretClipboard {
  let held: { readonly secret: Secret; readonly timer: NodeJS.Timeout } | null = null;

  const letGo = (): Secret | null => {
    const secret = held?.secret ?? null;
    clearTimeout(held?.timer);
    held = null;
    return secret;
  };
  const forget = async () => {
    const secret = letGo();
    if (secret === null) return;
    // What cannot be read may still be the secret: rather one copy too many is taken away.
    const found = await port.read().then(
      (text) => new Secret(text),
      () => null,
    );
    if (found?.equals(secret) ?? true) port.clear();
    found?.wipe();
    secret.wipe();
  };
  return {
    async copy(secret) {
      const isCopied = await port.write(secret.reveal()).then(
        () => true,
        () => false,
      );
      if (!isCopied) return false;
      letGo()?.wipe();
      held = { secret, timer: setTimeout(() => void forget(), keptMs) };
      held.timer.unref();
      return true;
    },
    forget,
  };
}
