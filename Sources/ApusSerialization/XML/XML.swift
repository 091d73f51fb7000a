/// XML 1.0 (fifth edition) with namespaces: a strict parser in three forms, and a small tree.
///
/// `XML.PullParser` returns events on request, `XML.DelegateParser` calls a delegate, and
/// `XML.Document` is the tree. They read only the given bytes: a document type is checked and
/// skipped, and only the five predefined entities are expanded.
public enum XML {
  /// The media types of a response in XML.
  ///
  /// Types that end in `+xml`, such as `application/atom+xml`, are for the caller to add.
  public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

  /// The namespace of the prefix `xml`.
  public static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  /// The namespace of namespace declarations, which no name has.
  public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
}
