/// The namespace of XML types: a strict parser for XML 1.0 (fifth edition) with namespaces, and a
/// small tree.
///
/// The pull parser `XML.PullParser` returns events on request, `XML.DelegateParser` calls a
/// delegate, and `XML.Document` is a tree. The parsers never load external resources. A document
/// type declaration is checked and skipped. Only the five predefined entities, such as `&amp;`, are
/// expanded.
public enum XML {
  /// The media types of XML responses that are accepted by default.
  ///
  /// The set does not contain media types that end in `+xml`. A program can add media types such as
  /// `application/atom+xml`.
  public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

  /// The namespace of the prefix `xml`.
  public static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  /// The namespace of the prefix `xmlns`, which is reserved for namespace declarations.
  public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
}
