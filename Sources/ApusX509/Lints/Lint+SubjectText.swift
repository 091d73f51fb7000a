internal import ApusASN1

/// The lint rules for the texts in distinguished names.
extension X509.Lint {
  static let subjectText: [X509.Lint] = [
    X509.Lint(
      "country-code", .error, "RFC 5280 appendix A.1",
      "the country in a name must be a code of two letters"
    ) { subject in
      let countries = subject.name.attributes.filter { $0.type == .countryName }
        .compactMap { $0.text?.string }
      return first(countries) { text in
        text.utf8.count != 2 || !text.utf8.allSatisfy { 0x41...0x5a ~= $0 }
      }
    },
    X509.Lint(
      "text-empty", .error, "RFC 5280 appendix A.1", "an attribute of a name must not be empty"
    ) { subject in
      subject.name.attributes.first { $0.text?.content.isEmpty == true }?.type.shown
    },
    X509.Lint(
      "text-too-long", .error, "RFC 5280 appendix A.1",
      "an attribute of a name must not be longer than its upper bound"
    ) { subject in
      for attribute in subject.name.attributes {
        guard let limit = lengthLimit(of: attribute.type), let text = attribute.text else {
          continue
        }
        let count = text.string.unicodeScalars.count
        if count > limit {
          return "the attribute \(attribute.type.shown) has \(count) characters, but only "
            + "\(limit) characters are allowed"
        }
      }
      return nil
    },
    X509.Lint(
      "text-type-old", .warning, "RFC 5280 section 4.1.2.4",
      "the text of a name should be PrintableString or UTF8String"
    ) { subject in
      subject.name.attributes.first { attribute in
        switch attribute.text?.kind {
        case .teletex, .bmp, .universal: true
        case .printable, .utf8, .ia5, .numeric, .visible, nil: false
        }
      }?.type.shown
    },
    X509.Lint(
      "text-edge-space", .warning, "RFC 5280 section 7.1",
      "the text of a name should not begin or end with a space, which the comparison of "
        + "names ignores"
    ) { subject in
      subject.name.attributes.first { attribute in
        guard let bytes = attribute.text?.string.utf8 else { return false }
        return bytes.first == 0x20 || bytes.last == 0x20
      }?.type.shown
    },
    X509.Lint(
      "text-placeholder", .error, "\(baseline) 7.1.2.7.4",
      "an attribute of a name must not be a placeholder such as N/A"
    ) { subject in
      subject.name.attributes.first { attribute in
        guard let bytes = attribute.text?.string.utf8, !bytes.isEmpty else { return false }
        return bytes.allSatisfy { [0x20, 0x2d, 0x2e, 0x2a].contains($0) }
      }?.type.shown
    },
    X509.Lint(
      "text-control", .warning, "RFC 5280 section 4.1.2.4",
      "the text of a name should have no control characters and no bidirectional marks"
    ) { subject in
      subject.name.attributes.first { attribute in
        (attribute.text?.string ?? "").unicodeScalars.contains { scalar in
          [.control, .format].contains(scalar.properties.generalCategory)
        }
      }?.type.shown
    },
  ]

  /// Returns the maximum number of characters of an attribute type, or `nil` if the type has no
  /// upper bound.
  private static func lengthLimit(of type: OID) -> Int? {
    switch type {
    case .commonName, .organizationName, .organizationalUnitName, .serialNumber, .title: 64
    case .localityName, .stateOrProvinceName, .pseudonym: 128
    case .emailAddress: 255
    default: nil
    }
  }
}
