/** What a made file's name says it is, in the language that was chosen. */
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
