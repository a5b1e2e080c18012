import { expect, it } from 'vitest';
import { countBegun } from '../../../renderer/shell/palette/name-order.ts';

it('puts first the company whose name begins so, then one of whose words does', () => {
  const names = ['Goikoetxea Arana Iker', 'Bilbao Etxebarria Jon', 'Étxebarria Goñi Miren'];
  const order = names.toSorted(
    (one, other) => countBegun(other, ['etxe']) - countBegun(one, ['etxe']),
  );
  expect(order).toEqual(names.toReversed());
});
