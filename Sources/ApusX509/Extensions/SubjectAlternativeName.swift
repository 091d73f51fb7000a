public import ApusASN1

extension X509 {
  /// The names of the subject that clients use.
  ///
  ///     SubjectAltName ::= GeneralNames
  ///     GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName
  ///
  /// RFC 5280 section 4.2.1.6.
  public struct SubjectAlternativeName: ExtensionValue {
    /// The names, at least one.
    public let names: [GeneralName]

    /// Creates the extension from names. Throws an error if there are none.
    ///
    /// - Parameter names: The names, at least one.
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

  /// Other names of the issuer.
  ///
  ///     IssuerAltName ::= GeneralNames
  ///
  /// RFC 5280 section 4.2.1.7.
  public struct IssuerAlternativeName: ExtensionValue {
    /// The names, at least one.
    public let names: [GeneralName]

    /// Creates the extension from names. Throws an error if there are none.
    ///
    /// - Parameter names: The names, at least one.
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
  /// Throws an error if a list of names could not be read again.
  static func checked(
    _ names: [X509.GeneralName], for field: X509.Field
  ) throws(X509Error) -> [X509.GeneralName] {
    guard !names.isEmpty else { throw .forbidden(.notEmpty) }
    guard names.count <= listLimit else { throw .tooMany(field, limit: listLimit) }
    return names
  }
}
