/** Reports the server's features. An old server does not have this call, and its clients then append call by call. */
import { status, type sendUnaryData } from '@grpc/grpc-js';
import { failure, StreamsService, SupportedMethod, SupportedMethods } from './protocol.ts';

const VERSION = '23.10.3';

export const supportedMethods =
  (batch: boolean) =>
  (_call: unknown, answer: sendUnaryData<InstanceType<typeof SupportedMethods>>): void => {
    if (!batch) return answer(failure(status.UNIMPLEMENTED, 'unknown service'));
    const methods = Object.values(StreamsService as unknown as Record<string, { path: string }>).map(({ path }) => {
      const [, service = '', method = ''] = path.split('/');
      return new SupportedMethod().setServiceName(service.toLowerCase()).setMethodName(method.toLowerCase());
    });
    answer(null, new SupportedMethods().setEventStoreServerVersion(VERSION).setMethodsList(methods));
  };
