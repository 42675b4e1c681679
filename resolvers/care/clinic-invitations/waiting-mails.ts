import {
  Arg,
  Ctx,
  Field,
  InputType,
  Int,
  Mutation,
  ObjectType,
  registerEnumType,
  Resolver,
} from 'type-graphql';
import type { WaitingMailKind } from '../../../src/care/clinic-invitations/waiting-mails.service';
import { RequestContext } from '../../../src/request/request-context';
import { TakesNoKey } from '../../repeatable';

/** Kinds of mails in the graph. */
export const WaitingMailKindName = {
  CONFIRMATION: 'confirmation',
  PASSWORD_RESET: 'password-reset',
  INVITATION: 'invitation',
  CLINICIAN_INVITATION: 'clinician-invitation',
} as const;

registerEnumType(WaitingMailKindName, {
  name: 'WaitingMailKind',
  description: 'A mail that waits for an answer.',
  valuesConfig: {
    CONFIRMATION: { description: 'Confirms the address of an account.' },
    PASSWORD_RESET: { description: 'Sets a new password.' },
    INVITATION: { description: 'Invites somebody to the data of another person.' },
    CLINICIAN_INVITATION: { description: 'Invites somebody to work in a clinic.' },
  },
});

@InputType({ description: 'Which mails to send again.' })
export class ResendMailsInput {
  @Field({
    description:
      'Email address, or id of an account. Invitations may have gone to addresses without an account.',
  })
  recipient!: string;

  @Field(() => WaitingMailKindName, {
    nullable: true,
    description: 'Only mails of this kind. A password reset is sent even if none is waiting.',
  })
  kind?: WaitingMailKind | null;
}

@ObjectType({ description: 'Mails that are sent again.' })
export class ResendMailsPayload {
  @Field({ description: 'The address that they go to.' })
  email!: string;

  @Field(() => Int, { description: 'Number of mails.' })
  count!: number;

  @Field(() => [WaitingMailKindName], { description: 'The kinds of the mails that are sent again.' })
  kinds!: WaitingMailKind[];
}

/** Mails that are sent again. */
@Resolver()
export class WaitingMailsResolver {
  @TakesNoKey('Each request sends mails.')
  @Mutation(() => ResendMailsPayload, {
    description:
      'Sends the mails again that wait for an answer at an address: the confirmation of the address, password resets, and invitations to data and to clinics. For administrators.',
  })
  async resendMails(
    @Ctx() { services }: RequestContext,
    @Arg('input') { recipient, kind }: ResendMailsInput,
  ): Promise<ResendMailsPayload> {
    const { email, mails } = await services.waitingMails.find({ recipient, kind });
    for (const mail of mails) await mail.resend();
    return { email, count: mails.length, kinds: [...new Set(mails.map((mail) => mail.kind))] };
  }
}
