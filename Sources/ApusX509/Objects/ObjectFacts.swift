public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// The facts of an object other than a certificate.
  ///
  /// An object is a request, a revocation list, a key, a key store or a PKCS #7 message. The facts
  /// never contain a secret: a private key only has its kind and its public key.
  public struct ObjectFacts: Sendable {
    /// The kind of an object.
    public enum Kind: String, CaseIterable, Sendable {
      /// A certificate request of PKCS #10.
      case request
      /// A certificate revocation list.
      case revocationList
      /// A PKCS #7 message.
      case message
      /// A PKCS #12 file, or a Java key store.
      case keyStore
      /// A public key.
      case publicKey
      /// A private key.
      case privateKey
    }

    /// One fact of an object.
    public struct Fact: Hashable, Sendable {
      /// The label for people; it is empty if the fact is for programs only.
      public let label: String
      /// The name for programs, which does not change.
      public let name: String
      /// The value.
      public let value: Document
      /// The value as lines for people; it is empty if the fact is for programs only.
      public let lines: [String]
    }

    /// The reason an object could not be read completely.
    public enum Problem: Error, Equatable, Sendable {
      /// A password is needed to read more.
      case passwordNeeded
      /// The structure of the object is malformed.
      case malformed(ASN1Error)
      /// The key in the object is malformed or not supported.
      case key(CryptoError)
      /// The object is malformed or not supported.
      case object(X509Error)
      /// A Java key store that cannot be read.
      case javaKeyStore(JavaKeyStore.Problem)
      /// A request that is not signed with its own key.
      case notSignedByItself
    }

    /// The kind of the object.
    public let kind: Kind
    /// The facts in the order for display.
    public private(set) var facts: [Fact] = []
    /// The key of the object, if it has a readable one.
    public internal(set) var publicKey: PublicKey?
    /// The DER of each certificate in the object.
    public internal(set) var certificates: [[UInt8]] = []
    /// The revocation lists in the object.
    public internal(set) var lists: [ObjectFacts] = []
    /// The reason the object could not be read completely.
    public internal(set) var problem: Problem?

    init(_ kind: Kind) { self.kind = kind }

    /// Returns the value of the fact with a name.
    ///
    /// - Parameter name: The name of the fact, as in JSON.
    public subscript(name: String) -> Document? { facts.first { $0.name == name }?.value }

    mutating func add(_ label: String, _ name: String, _ value: Document, lines: [String]? = nil) {
      let lines = lines ?? ["\(value)"]
      facts.append(Fact(label: label, name: name, value: value, lines: lines))
    }

    mutating func addCertificateCount() {
      add("certificates", "certificateCount", .number(Int64(certificates.count)))
    }
  }
}

extension X509.ObjectFacts {
  /// The facts as a tree, as the tool writes them in JSON.
  public var document: X509.Document {
    var members = [X509.Document.Member("kind", .text(kind.rawValue))]
    members += facts.map { X509.Document.Member($0.name, $0.value) }
    if let problem { members.append(X509.Document.Member("problem", .text("\(problem)"))) }
    return .members(members)
  }
}

extension X509.ObjectFacts.Kind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .request: "certificate request"
    case .revocationList: "revocation list"
    case .message: "PKCS #7 message"
    case .keyStore: "key store"
    case .publicKey: "public key"
    case .privateKey: "private key"
    }
  }
}

extension X509.ObjectFacts.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .passwordNeeded: "the object is encrypted: a password is needed to read more"
    case .malformed(let error): "\(error)"
    case .key(let error): "\(error)"
    case .object(let error): "\(error)"
    case .javaKeyStore(let error): "\(error)"
    case .notSignedByItself: "the request is not signed with its own key"
    }
  }
}

extension X509.Name {
  /// The name in one line, and its steps with their attributes.
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
  ///
  /// RFC 5280 section 4.1.2.4.
  package var grouped: X509.Document {
    ["text": .text(description), "rdns": .list(steps.map { .list($0.attributes.map(\.facts)) })]
  }
}

extension X509.Attribute {
  fileprivate var facts: X509.Document {
    var members = [X509.Document.Member("oid", .text("\(type)"))]
    if let name = type.name { members.append(X509.Document.Member("name", .text(name))) }
    switch value {
    case .text(let text): members.append(X509.Document.Member("value", .text(text.string)))
    case .other(let der): members.append(X509.Document.Member("der", .text(Hex.encode(der))))
    }
    return .members(members)
  }
}
