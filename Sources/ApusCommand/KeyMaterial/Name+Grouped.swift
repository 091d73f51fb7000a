import ApusBytes
import ApusX509

extension X509.Name {
  /// The name in one line, and step by step: attributes of one step stand together.
  ///
  ///     RDNSequence ::= SEQUENCE OF RelativeDistinguishedName
  ///     RelativeDistinguishedName ::= SET SIZE (1..MAX) OF AttributeTypeAndValue
  ///
  /// RFC 5280 section 4.1.2.4.
  var grouped: X509.Document {
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
