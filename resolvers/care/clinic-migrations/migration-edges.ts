import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { accountEdges } from '../../identity/auth/account-edge';
import { loadClinic } from '../clinics/clinics';
import { Clinic } from '../clinics/clinics.types';
import { Migration } from './migrations.types';

/** The account that migrates. */
export const MigrationAccounts = accountEdges(Migration, {
  user: { accountOf: ({ userId }) => userId, description: 'The legacy account that migrates.' },
});

/** The clinic that a migration leads to. */
@Resolver(() => Migration)
export class MigrationResolver {
  @FieldResolver(() => Clinic, { description: 'The clinic that the patients move to.' })
  clinic(@Root() { clinicId }: Migration, @Ctx() context: RequestContext): Promise<Clinic> {
    return loadClinic(context, clinicId);
  }
}
