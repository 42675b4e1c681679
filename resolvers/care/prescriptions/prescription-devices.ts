import { Arg, ID, Query, Resolver } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { cgms, pumps } from '../../../src/care/prescriptions/device-catalog';
import { PrescribableCgm, PrescribablePump, toCgm, toPump } from './prescription-devices.types';

/** Devices that a prescription may name. */
@Resolver()
export class PrescriptionDevicesResolver {
  @Query(() => [PrescribablePump], { description: 'The pumps available for prescriptions.' })
  pumps(): PrescribablePump[] {
    return pumps.map(toPump);
  }

  @Query(() => PrescribablePump, { description: 'A pump available for prescriptions.' })
  pump(@Arg('id', () => ID, { description: 'Id of the pump.' }) id: string): PrescribablePump {
    const found = pumps.find((pump) => pump.id === id);
    if (!found) throw notFound('There is no such pump.');
    return toPump(found);
  }

  @Query(() => [PrescribableCgm], {
    description: 'The continuous glucose monitors available for prescriptions.',
  })
  cgms(): PrescribableCgm[] {
    return cgms.map(toCgm);
  }

  @Query(() => PrescribableCgm, { description: 'A continuous glucose monitor available for prescriptions.' })
  cgm(@Arg('id', () => ID, { description: 'Id of the monitor.' }) id: string): PrescribableCgm {
    const found = cgms.find((cgm) => cgm.id === id);
    if (!found) throw notFound('There is no such monitor.');
    return toCgm(found);
  }
}
