import {
  enumeration,
  integer,
  measure,
  object,
  objectType,
  shortText,
} from '../../../../platform/validation/builders';
import type { BoundsByUnits } from '../../../../platform/validation/vocabulary';
import { origin } from './origin';
import { lengthUnits } from './units';

const angleUnits = enumeration('AngleUnits', 'The unit of geographical coordinates.', {
  degrees: 'Degrees of arc.',
});

const accuracyBounds: BoundsByUnits = { meters: [0, 1000], feet: [0, 3280.839895013123] };

const elevationBounds: BoundsByUnits = {
  meters: [-20_000, 1_000_000],
  feet: [-65_616.79790026246, 3_280_839.8950131233],
};

const accuracy = measure('PositionAccuracy', 'Accuracy of a measured position.', lengthUnits, accuracyBounds);

const elevation = measure('Elevation', 'Height above sea level.', lengthUnits, elevationBounds);

const latitude = measure('Latitude', 'Angle north of the equator.', angleUnits, { degrees: [-90, 90] });

const longitude = measure('Longitude', 'Angle east of the prime meridian.', angleUnits, {
  degrees: [-180, 180],
});

const gps = objectType('GpsPosition', {
  description: 'A position measured by satellite or a similar system.',
  fields: [
    object('latitude', latitude, { required: true, description: 'Angle north of the equator.' }),
    object('longitude', longitude, { required: true, description: 'Angle east of the prime meridian.' }),
    object('elevation', elevation, { description: 'Height above sea level.' }),
    integer('floor', { minimum: -1000, maximum: 1000, description: 'Floor of a building, counted from 0.' }),
    object('horizontalAccuracy', accuracy, { description: 'Accuracy of latitude and longitude.' }),
    object('verticalAccuracy', accuracy, { description: 'Accuracy of the elevation.' }),
    object('origin', origin, { description: 'How the position was measured.' }),
  ],
});

/** Where a record was made. */
export const location = objectType('Location', {
  description: 'The person’s location: a named place, a measured position, or both.',
  fields: [
    shortText('name', { description: 'Name of the place.' }),
    object('gps', gps, { description: 'The measured position.' }),
  ],
  rules: [{ anyOf: ['gps', 'name'] }],
});
