import { Arg, ID, Query, Resolver } from 'type-graphql';
import { notFound } from '../src/errors';
import { cgms, pumps } from '../src/prescriptions/device-catalogue';
import { PrescribableCgm, PrescribablePump, toCgm, toPump } from './prescription-devices.types';

/** The devices that a prescription may name. */
@Resolver()
export class PrescriptionDevicesResolver {
  @Query(() => [PrescribablePump], { description: 'The pumps that a prescription may name.' })
  pumps(): PrescribablePump[] {
    return pumps.map(toPump);
  }

  @Query(() => PrescribablePump, { description: 'A pump that a prescription may name.' })
  pump(@Arg('id', () => ID, { description: 'The pump.' }) id: string): PrescribablePump {
    const found = pumps.find((pump) => pump.id === id);
    if (!found) throw notFound('There is no such pump.');
    return toPump(found);
  }

  @Query(() => [PrescribableCgm], {
    description: 'The continuous glucose monitors that a prescription may name.',
  })
  cgms(): PrescribableCgm[] {
    return cgms.map(toCgm);
  }

  @Query(() => PrescribableCgm, { description: 'A continuous glucose monitor that a prescription may name.' })
  cgm(@Arg('id', () => ID, { description: 'The monitor.' }) id: string): PrescribableCgm {
    const found = cgms.find((cgm) => cgm.id === id);
    if (!found) throw notFound('There is no such monitor.');
    return toCgm(found);
  }
}
