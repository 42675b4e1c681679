import { Args, Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { searchOrder } from '../../../src/identity/accounts/account-directory.service';
import { entriesOrder } from '../../../src/identity/audit/list-entries';
import { serviceSubject } from '../../../src/identity/audit/operator-log.service';
import { newestFirst } from '../../../src/platform/list-part';
import { outboxOrder } from '../../../src/platform/outbox/outbox-queue.service';
import { describeSettings } from '../../../src/platform/settings/describe-settings';
import { RequestContext } from '../../../src/request/request-context';
import { keyedPage, pageComplexity } from '../../paging';
import { TaskArguments, TaskConnection, toTask } from '../../platform/tasks/tasks.types';
import { AccessLogArguments, AccessLogConnection, AccessLogEntry } from '../audit/access-log.types';
import {
  Admin,
  AdminAccountArguments,
  AdminAccountConnection,
  BackendState,
  DatabaseMigrations,
  ServiceSetting,
  SigningKey,
  toAdminAccount,
} from './administration.types';
import { OAuthClient, toOAuthClient } from './clients.types';
import { OutboxArguments, OutboxMessageConnection, toOutboxMessage } from './outbox.types';

/** What administrators see of the service. */
@Resolver(() => Admin)
export class AdminResolver {
  @Query(() => Admin, {
    description: 'The administration of the service. For accounts with the role of an administrator.',
  })
  admin(): Admin {
    return new Admin();
  }

  @FieldResolver(() => AdminAccountConnection, {
    description: 'Accounts: those that a search finds in the order of their addresses, or the newest first.',
    complexity: pageComplexity,
  })
  accounts(
    @Ctx() context: RequestContext,
    @Args(() => AdminAccountArguments) { search: text, role, ...page }: AdminAccountArguments,
  ): Promise<AdminAccountConnection> {
    const search = { text, role };
    return keyedPage(
      { field: 'Admin.accounts', order: searchOrder(search) },
      page,
      (part) => context.load(context.services.accountDirectory.searches, { search, ...part }),
      toAdminAccount,
    );
  }

  @FieldResolver(() => OutboxMessageConnection, {
    description: 'Mails and other effects that the service owes, the next ones first.',
    complexity: pageComplexity,
  })
  outbox(
    @Ctx() context: RequestContext,
    @Args(() => OutboxArguments) { topic, state, ...page }: OutboxArguments,
  ): Promise<OutboxMessageConnection> {
    const filter = { topic, state };
    return keyedPage(
      { field: 'Admin.outbox', order: outboxOrder },
      page,
      (part) => context.load(context.services.outboxQueue.pages, { filter, ...part }),
      toOutboxMessage,
    );
  }

  @FieldResolver(() => TaskConnection, {
    description: 'Background tasks, newest first.',
    complexity: pageComplexity,
  })
  tasks(
    @Ctx() context: RequestContext,
    @Args(() => TaskArguments) { name, type, state, ...page }: TaskArguments,
  ): Promise<TaskConnection> {
    const filter = { name, type, state };
    return keyedPage(
      { field: 'Admin.tasks', order: newestFirst },
      page,
      (part) => context.load(context.services.tasks.lists, { filter, ...part }),
      toTask,
    );
  }

  @FieldResolver(() => [SigningKey], {
    description: 'The keys that sign tokens, newest first within a ring.',
  })
  async keys(@Ctx() { services }: RequestContext): Promise<SigningKey[]> {
    return (await services.keyRings.list()).map((key) => Object.assign(new SigningKey(), key));
  }

  @FieldResolver(() => [OAuthClient], { description: 'The OAuth clients, built-in ones first.' })
  clients(@Ctx() { services }: RequestContext): OAuthClient[] {
    const { clients } = services.tokenServiceParts;
    return clients.list().map((client) => toOAuthClient(client, clients));
  }

  @FieldResolver(() => DatabaseMigrations, { description: 'Which migrations the database has.' })
  async migrations(@Ctx() { services }: RequestContext): Promise<DatabaseMigrations> {
    const { finished, pending } = await services.database.migrations();
    const last = finished.at(-1) ?? null;
    return Object.assign(new DatabaseMigrations(), { isUpToDate: pending.length === 0, last, pending });
  }

  @FieldResolver(() => [ServiceSetting], {
    description: 'The settings of the process that answers, without secrets.',
  })
  settings(@Ctx() { services }: RequestContext): ServiceSetting[] {
    return describeSettings(services.config).map((setting) => Object.assign(new ServiceSetting(), setting));
  }

  @FieldResolver(() => [BackendState], {
    description:
      'What the process that answers depends on, and whether it works. Asks each of them, unless it has answered shortly before.',
    complexity: 10_000,
  })
  async backends(@Ctx() { services }: RequestContext): Promise<BackendState[]> {
    return (await services.readiness.backends()).map(({ name, setting, state, required, reason }) =>
      Object.assign(new BackendState(), {
        ...{ name, setting: setting ?? null, works: state === 'ok', required, reason: reason ?? null },
      }),
    );
  }

  @FieldResolver(() => AccessLogConnection, {
    description: 'What operators and administrators have done, newest first.',
    complexity: pageComplexity,
  })
  changes(
    @Ctx() context: RequestContext,
    @Args(() => AccessLogArguments) { from, to, ...page }: AccessLogArguments,
  ): Promise<AccessLogConnection> {
    return keyedPage(
      { field: 'Admin.changes', order: entriesOrder },
      page,
      (part) => context.load(context.services.audit.pages, { subjectId: serviceSubject, from, to, ...part }),
      (entry) => Object.assign(new AccessLogEntry(), entry),
    );
  }
}
