import type { CallError } from '../../../contract/errors.ts';
import { useTexts } from '../../texts.ts';

/** Where a profile is at fault, as the core tells it: dotted paths, each with what is wrong. */
export function FaultyPlaces({ error }: { readonly error: CallError }) {
  const { t } = useTexts();
  const { places } = error.details;
  if (!Array.isArray(places)) return null;
  const told = places.flatMap((place: unknown) =>
    typeof place === 'object' && place !== null && 'path' in place ? [String(place.path)] : [],
  );
  if (told.length === 0) return null;
  return (
    <small data-testid="profile-faults">{t('profile.faulty', { places: told.join(', ') })}</small>
  );
}
