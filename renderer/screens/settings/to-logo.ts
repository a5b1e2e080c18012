/** Twice the size of a logo on a receipt, in pixels. */
const maxWidth = 480;
const maxHeight = 160;

/**
 * A picture as a logo: a small PNG in base64, redrawn, so that nothing else of the file is kept;
 * null for other files.
 */
export async function toLogo(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, maxWidth / picture.width, maxHeight / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const [, content] = canvas.toDataURL('image/png').split(',');
  return content ?? null;
}
