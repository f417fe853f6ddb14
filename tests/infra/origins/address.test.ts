/** Which addresses are public, in every notation. */
import assert from 'node:assert/strict';
import { isPublicAddress } from '../../../infra/origins/address.ts';
import { suite } from '../../support/suite.ts';

const addresses = suite('an address');

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'];

const SPECIAL = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1'],
  'shared by a carrier': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '192.0.0.1', '198.18.0.1', '2001::1', '100::1', '5f00::1', '4000::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'site-local of old': ['fec0::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  'private behind NAT64': ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::8.8.8.8'],
  'private in 6to4': ['2002:7f00:1::1', '2002:c0a8:101::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'none at all': ['', 'localhost', 'example.org', '1.2.3.4.5', '1.1.1.1/8', '[::1]'],
} as const;

for (const each of PUBLIC) addresses(`${each} may be public`, () => assert.equal(isPublicAddress(each), true));

addresses('that embeds a public IPv4 address is public', () => {
  for (const each of ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'])
    assert.equal(isPublicAddress(each), true, each);
});

for (const [what, all] of Object.entries(SPECIAL))
  addresses(`that is ${what} is not public`, () => {
    for (const each of all) assert.equal(isPublicAddress(each), false, each);
  });
