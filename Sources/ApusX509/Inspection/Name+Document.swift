internal import ApusASN1
internal import ApusBytes

/// The documents of a distinguished name: the name as one line of text, and the parts of the name.
extension X509.Name {
  var document: X509.Document {
    ["text": .text(line), "attributes": .list(attributes.map(\.document))]
  }
}

extension X509.Attribute {
  fileprivate var document: X509.Document {
    let der: X509.Document? =
      if case .other(let der) = value { .text(Hex.encode(der)) } else { nil }
    return .known([
      "oid": .text(type.description),
      "name": type.name.map { .text($0) },
      "value": text.map { .text($0.string) },
      "der": der,
    ])
  }
}

extension X509.GeneralName {
  var document: X509.Document {
    switch self {
    case .other(let name):
      ["form": "other", "type": name.type.document, "der": .text(Hex.encode(name.value))]
    case .email(let text): ["form": "email", "value": .text(text.string)]
    case .dns(let text): ["form": "dns", "value": .text(text.string)]
    case .x400(let der): ["form": "x400", "der": .text(Hex.encode(der))]
    case .directory(let name): ["form": "directory", "name": name.document]
    case .ediParty(let der): ["form": "ediParty", "der": .text(Hex.encode(der))]
    case .uri(let text): ["form": "uri", "value": .text(text.string)]
    case .ipv4(let address): ["form": "ip", "value": .text(address.description)]
    case .ipv6(let address): ["form": "ip", "value": .text(address.description)]
    case .registeredID(let oid): ["form": "registeredID", "value": .text(oid.description)]
    }
  }

  static func document(_ names: [X509.GeneralName]) -> X509.Document {
    .list(names.map(\.document))
  }
}

extension X509.Subtree {
  var document: X509.Document {
    switch self {
    case .dns(let text): ["form": "dns", "value": .text(text.string)]
    case .ip(let network): ["form": "ip", "value": .text(network.description)]
    case .email(let text): ["form": "email", "value": .text(text.string)]
    case .uri(let text): ["form": "uri", "value": .text(text.string)]
    case .directory(let name): ["form": "directory", "name": name.document]
    case .other(let name): name.document
    }
  }
}
