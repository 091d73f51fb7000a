public import ApusASN1

extension X509 {
  /// The alternative names of a certificate's subject, which clients compare with the requested
  /// host.
  ///
  ///     SubjectAltName ::= GeneralNames
  ///     GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName
  ///
  /// RFC 5280 section 4.2.1.6.
  public struct SubjectAlternativeName: ExtensionValue {
    /// The alternative names of the certificate's subject, at least one.
    public let names: [GeneralName]

    /// Creates the subject alternative name extension, and throws an error if the list of names is
    /// empty.
    ///
    /// - Parameter names: The names of the subject, at least one.
    public init(_ names: [GeneralName]) throws(X509Error) {
      self.names = try GeneralName.checked(names, for: .value(Self.kind))
    }

    public static var kind: Extension.Kind { .subjectAlternativeName }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      names = try GeneralName.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      GeneralName.writeList(names, to: &writer)
    }
  }

  /// The alternative names of a certificate's issuer.
  ///
  ///     IssuerAltName ::= GeneralNames
  ///
  /// RFC 5280 section 4.2.1.7.
  public struct IssuerAlternativeName: ExtensionValue {
    /// The alternative names of the certificate's issuer, at least one.
    public let names: [GeneralName]

    /// Creates the issuer alternative name extension, and throws an error if the list of names is
    /// empty.
    ///
    /// - Parameter names: The names of the issuer, at least one.
    public init(_ names: [GeneralName]) throws(X509Error) {
      self.names = try GeneralName.checked(names, for: .value(Self.kind))
    }

    public static var kind: Extension.Kind { .issuerAlternativeName }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      names = try GeneralName.readList(from: &reader, in: der)
    }

    public func write(to writer: inout DERWriter) {
      GeneralName.writeList(names, to: &writer)
    }
  }
}

extension X509.GeneralName {
  /// Throws an error if a list of general names is empty or longer than the reader's limit.
  static func checked(
    _ names: [X509.GeneralName], for field: X509.Field
  ) throws(X509Error) -> [X509.GeneralName] {
    guard !names.isEmpty else { throw .forbidden(.notEmpty) }
    guard names.count <= listLimit else { throw .tooMany(field, limit: listLimit) }
    return names
  }
}
