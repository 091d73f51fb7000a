/// The kinds of XML documents in the benchmarks.
enum XMLSample: String, CaseIterable {
  /// A document with many small elements and a few attributes.
  case elements
  /// A document with long text and few elements.
  case text
  /// A document with elements in two namespaces and a handful of attributes for each element.
  case attributes

  var bytes: [UInt8] {
    switch self {
    case .elements:
      document(2_000) { number in
        """
        <bird id="\(number)"><name>Apus apus</name><grams>\(number % 60)</grams>\
        <seen><year>2026</year><month>\(number % 12)</month></seen><home/></bird>

        """
      }
    case .text:
      document(60) { number in
        "<p>" + String(repeating: Self.sentence(number), count: 40) + "</p>\n"
      }
    case .attributes:
      document(1_000) { number in
        """
        <b:bird b:id="\(number)" name="Common swift" family="Apodidae" b:grams="\(number % 60)" \
        seen="2026-05-01T12:00:00Z" home="a tower &amp; a roof"/>

        """
      }
    }
  }

  private static func sentence(_ number: Int) -> String {
    number % 4 == 0
      ? "Jerzyk zwyczajny – mały ptak z rodziny jerzykowatych; śpi w locie, nawet nocą. "
      : "The common swift sleeps on the wing, and lands for nothing but its nest. "
  }

  private func document(_ count: Int, _ part: (Int) -> String) -> [UInt8] {
    let start = "<?xml version=\"1.0\"?>\n<birds xmlns=\"urn:birds\" xmlns:b=\"urn:b\">\n"
    return Array((start + (0..<count).map(part).joined() + "</birds>\n").utf8)
  }
}
