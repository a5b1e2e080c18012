/** The mark in a made file's name, in the chosen language. */
export const madeWords = {
  es: { rejected: 'rechazados', cancellation: 'anulación', mended: 'corregido', edited: 'editado' },
  eu: {
    rejected: 'baztertuak',
    cancellation: 'baliogabetzea',
    mended: 'zuzendua',
    edited: 'editatua',
  },
  en: { rejected: 'rejected', cancellation: 'cancellation', mended: 'fixed', edited: 'edited' },
} as const;
