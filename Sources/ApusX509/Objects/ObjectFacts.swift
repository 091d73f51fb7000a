public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// The facts about an object other than a certificate, such as a key or a revocation list.
  ///
  /// An object is a certification request, a revocation list, a key, a key store or a PKCS #7
  /// message. The facts of a private key contain only the kind of the key and its public key.
  public struct ObjectFacts: Sendable {
    /// The kind of an object that is not a certificate.
    public enum Kind: String, CaseIterable, Sendable {
      /// A certification request in the PKCS #10 format.
      case request
      /// A certificate revocation list (CRL).
      case revocationList
      /// A PKCS #7 message.
      case message
      /// A PKCS #12 file or a Java key store.
      case keyStore
      /// A public key.
      case publicKey
      /// A private key.
      case privateKey
    }

    /// A labeled fact about an object, such as the kind of a key.
    public struct Fact: Hashable, Sendable {
      /// The label of the fact in readable output. The label is empty if the fact is only for
      /// programs.
      public let label: String
      /// The stable name of the fact for programs, which never changes.
      public let name: String
      /// The value of the fact for programs, such as a text or a number.
      public let value: Document
      /// The lines of the fact in readable output. The list of lines is empty if the fact is only
      /// for programs.
      public let lines: [String]
    }

    /// The reason an object could not be read completely.
    public enum Problem: Error, Equatable, Sendable {
      /// A password is needed to read the rest of the object.
      case passwordNeeded
      /// The structure of the object is malformed.
      case malformed(ASN1Error)
      /// The key in the object is malformed or not supported.
      case key(CryptoError)
      /// The object is malformed or not supported.
      case object(X509Error)
      /// The Java key store cannot be read.
      case javaKeyStore(JavaKeyStore.Problem)
      /// The certification request is not signed with its own key.
      case notSignedByItself
    }

    /// The kind of the object.
    public let kind: Kind
    /// The facts of the object in the order for display.
    public private(set) var facts: [Fact] = []
    /// The public key of the object, or `nil` if the object has no readable public key.
    public internal(set) var publicKey: PublicKey?
    /// The DER of each certificate that the object contains.
    public internal(set) var certificates: [[UInt8]] = []
    /// The facts of each revocation list (CRL) that the object contains.
    public internal(set) var lists: [ObjectFacts] = []
    /// The reason the object could not be read completely, or `nil` if the object was read
    /// completely.
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
  /// The facts of the object as a document, which the tool writes as JSON.
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
  /// The document of a distinguished name: the name in one line, and its steps with their
  /// attributes.
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
