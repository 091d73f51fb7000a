/// The namespace of XML types:
/// a strict parser for XML 1.0 (fifth edition) with namespaces, and a small tree.
///
/// The pull parser `XML.PullParser` returns events on request, `XML.DelegateParser` calls a
/// delegate, and `XML.Document` is a tree. The parsers read only the given bytes. A document type
/// declaration is checked and skipped, and only the five predefined entities are expanded.
public enum XML {
  /// The media types of XML responses that are accepted by default.
  ///
  /// The set does not contain media types that end in `+xml`, such as `application/atom+xml`, which
  /// the caller can add.
  public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

  /// The namespace that the prefix `xml` is bound to.
  public static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  /// The namespace of namespace declarations, which no element or attribute name has.
  public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
}
