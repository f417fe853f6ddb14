/** EventStoreDB's protocol: the messages and service definitions that its own client was generated from. */
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import statusMessages from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsMessages from '@eventstore/db-client/generated/streams_pb.js';
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js';

export const { StreamsService } = streams;
export const { ServerFeaturesService } = features;
export const { SupportedMethod, SupportedMethods } = featuresMessages;
export const {
  AllStreamPosition,
  Empty,
  StreamDeleted,
  StreamIdentifier,
  UUID,
  WrongExpectedVersion,
  MaximumAppendSizeExceeded,
  Unknown,
} = sharedMessages;
export const { Status } = statusMessages;
export const { AppendResp, BatchAppendResp, DeleteResp, ReadReq, ReadResp, TombstoneResp } = streamsMessages;
export const { Any } = anyMessages;
export const GoogleEmpty = emptyMessages.Empty;

export type * as Wire from '@eventstore/db-client/generated/streams_pb.js';
export type { StreamIdentifier as StreamIdentifierMessage } from '@eventstore/db-client/generated/shared_pb.js';

/** A failure as the server sends it: the client distinguishes kinds by the `exception` trailer. */
export const failure = (
  code: status,
  message: string,
  exception?: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError => {
  const metadata = new Metadata();
  if (exception !== undefined) metadata.set('exception', exception);
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(message), { code, details: message, metadata });
};

/** The server's response to a malformed request. */
export const unknown = (message: string): ServiceError => failure(status.UNKNOWN, message);

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, 'stream-deleted', {
    'stream-name': stream,
  });

export const nameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
