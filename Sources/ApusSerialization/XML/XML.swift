/// XML 1.0 (fifth edition) with namespaces: a strict parser in three forms, and a small tree.
///
/// `XML.PullParser` hands out events as they are asked for, `XML.DelegateParser` calls a delegate,
/// and `XML.Document` is the tree. None of them reads anything but the bytes it is given: a
/// document type is checked and passed over, and no entity is expanded but the five that XML has.
public enum XML {
  /// The media types of a response in XML.
  ///
  /// Types that end in `+xml`, such as `application/atom+xml`, are for the caller to add.
  public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

  /// What the prefix `xml` always stands for.
  public static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  /// What declares namespaces, and stands in no name.
  public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
}
