import { describe, expect, it } from 'vitest';
import { pillWidth } from '../../../renderer/ui/pill-width.ts';

describe("a column's width for its pills", () => {
  // In rem, measured in Chromium with the window's font.
  it.each([
    ['Resultado desconocido', 11.22],
    ['Aceptado con errores', 10.53],
    ['In the service’s queue', 10.47],
    ['Company incomplete', 10.28],
    ['Zati batean onartuta', 9.84],
    ['Outcome unknown', 9.53],
    ['Falta autorización', 8.97],
    ['Listo para enviar', 8.53],
    ['1.234 warnings', 8.09],
  ])('holds “%s” whole, and leaves the rest to the names', (word, needed) => {
    const width = pillWidth([word], 'Estado');
    expect(width).toBeGreaterThanOrEqual(needed);
    expect(width).toBeLessThanOrEqual(needed + 0.6);
  });

  it('is that of the widest word, or of its head', () => {
    expect(pillWidth(['Listo', 'Rechazado'], 'Estado')).toBe(pillWidth(['Rechazado'], 'Estado'));
    expect(pillWidth([], 'Autorización')).toBeGreaterThan(pillWidth([], 'Estado'));
  });
});
