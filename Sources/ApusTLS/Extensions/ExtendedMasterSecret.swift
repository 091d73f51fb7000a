/// That the master secret is bound to the whole handshake. RFC 7627 section 5.1.
struct ExtendedMasterSecret: EmptyExtension {
  static var extensionType: ExtensionType { .extendedMasterSecret }
}
