extension XML {
  /// A delegate of an XML parser, which receives the elements, texts and comments of a document.
  ///
  /// The default implementation of each method does nothing, except that a CDATA section is treated
  /// as text. An error that a method throws ends the parsing.
  public protocol ParserDelegate {
    /// Handles the start of an element.
    ///
    /// - Parameter tag: The name and the attributes of the element.
    mutating func didStartElement(_ tag: StartTag) throws
    /// Handles the end of an element.
    ///
    /// - Parameter name: The name of the element.
    mutating func didEndElement(_ name: Name) throws
    /// Handles the text between two tags, comments or other markup of an element.
    ///
    /// - Parameter text: The text with resolved references.
    mutating func foundCharacters(_ text: String) throws
    /// Handles the content of a CDATA section. The default implementation treats the content as
    /// text.
    ///
    /// - Parameter text: The unchanged text of the section.
    mutating func foundCDATA(_ text: String) throws
    /// Handles a comment of the document.
    ///
    /// - Parameter text: The text between `<!--` and `-->`.
    mutating func foundComment(_ text: String) throws
    /// Handles a processing instruction of the document.
    ///
    /// - Parameters:
    ///   - target: The name of the program that the instruction is for.
    ///   - content: The text after the target name.
    mutating func foundProcessingInstruction(target: String, content: String) throws
    /// Handles the end of a well-formed document.
    mutating func didEndDocument() throws
  }
}

extension XML.ParserDelegate {
  /// Ignores the start of an element.
  ///
  /// - Parameter tag: The name and the attributes of the element.
  public mutating func didStartElement(_ tag: XML.StartTag) throws {}
  /// Ignores the end of an element.
  ///
  /// - Parameter name: The name of the element.
  public mutating func didEndElement(_ name: XML.Name) throws {}
  /// Ignores the text of an element.
  ///
  /// - Parameter text: The text with resolved references.
  public mutating func foundCharacters(_ text: String) throws {}
  /// Handles the content of a CDATA section like text.
  ///
  /// - Parameter text: The unchanged text of the section.
  public mutating func foundCDATA(_ text: String) throws { try foundCharacters(text) }
  /// Ignores a comment of the document.
  ///
  /// - Parameter text: The text between `<!--` and `-->`.
  public mutating func foundComment(_ text: String) throws {}
  /// Ignores a processing instruction of the document.
  ///
  /// - Parameters:
  ///   - target: The name of the program that the instruction is for.
  ///   - content: The text after the target name.
  public mutating func foundProcessingInstruction(target: String, content: String) throws {}
  /// Ignores the end of the document.
  public mutating func didEndDocument() throws {}
}
