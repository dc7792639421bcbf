package lending.web;

import lending.service.Catalog;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The pages for people. */
@Controller
class CatalogController {
    private final Catalog catalog;

    CatalogController(Catalog catalog) {
        this.catalog = catalog;
    }

    /** @param page from 1 */
    @GetMapping("/books")
    String books(@RequestParam(defaultValue = "") String title, @RequestParam(defaultValue = "1") int page, Model model) {
        model.addAttribute("title", title);
        model.addAttribute("subjects", catalog.subjects());
        model.addAttribute("books", catalog.find(title, page - 1));
        return "books";
    }
}
