import { enumeration, measure, object, recordType } from '../../../../platform/validation/builders';

const volumeUnits = enumeration('VolumeUnits', 'A unit of volume.', {
  gallons: 'Gallons.',
  liters: 'Liters.',
  milliliters: 'Milliliters.',
  ounces: 'Fluid ounces.',
});

const amount = measure('WaterAmount', 'Amount of water.', volumeUnits, {
  gallons: [0, 10],
  liters: [0, 37.854118],
  milliliters: [0, 37_854.118],
  ounces: [0, 1280],
});

export const waterRecords = [
  recordType({
    type: 'water',
    graphqlName: 'Water',
    description: 'Water consumed.',
    fields: [object('amount', amount, { required: true, description: 'The amount of water.' })],
  }),
];
